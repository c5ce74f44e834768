package invent

import "encoding/json"

// spec is an autoscaler's as a user writes it: what is nil is left to the API server.
type spec struct {
	minReplicas *int
	maxReplicas int
	metrics     []object
	behavior    object
}

func inventSpec(d dice, chances odds) spec {
	made := spec{maxReplicas: pick(d, 1, 3, 5, 10, 10, 15, 20)}
	if d.chance(0.9) {
		made.minReplicas = pick(d, pointer(0), pointer(0), pointer(0), pointer(1), pointer(1), pointer(2), pointer(3))
		made.maxReplicas = max(made.maxReplicas, *made.minReplicas)
	}
	if !d.chance(chances.noMetrics) {
		for range pick(d, 1, 1, 1, 2, 2, 3) {
			made.metrics = append(made.metrics, inventMetric(d, chances))
		}
	}
	if d.chance(0.5) {
		made.behavior = inventBehavior(d)
	}
	return made
}

// changed is what a user makes of a spec while it runs.
func (s spec) changed(d dice, chances odds) spec {
	switch d.IntN(5) {
	case 0:
		s.minReplicas = pointer(d.between(0, min(3, s.maxReplicas)))
	case 1:
		s.maxReplicas = pick(d, 1, 3, 5, 6, 10, 12, 15, 20)
		if s.minReplicas != nil {
			s.minReplicas = pointer(min(*s.minReplicas, s.maxReplicas))
		}
	case 2:
		s.behavior = inventBehavior(d)
	case 3:
		s.metrics = append(append([]object{}, s.metrics...), inventMetric(d, chances))
	default:
		return inventSpec(d, chances)
	}
	return s
}

// raised is for an autoscaler asleep: it may sleep no more.
func (s spec) raised(d dice) spec {
	s.minReplicas = pointer(d.between(1, 10))
	s.maxReplicas = max(s.maxReplicas, *s.minReplicas)
	return s
}

func (s spec) json() json.RawMessage {
	written := object{
		"maxReplicas":    s.maxReplicas,
		"scaleTargetRef": object{"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"},
	}
	if s.minReplicas != nil {
		written["minReplicas"] = *s.minReplicas
	}
	if s.metrics != nil {
		written["metrics"] = s.metrics
	}
	if s.behavior != nil {
		written["behavior"] = s.behavior
	}
	return mustJSON(written)
}

func pointer[T any](value T) *T { return &value }
