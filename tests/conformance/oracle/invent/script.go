package invent

import (
	"encoding/json"
	"math"
	"time"

	"lagzero.dev/oracle/recording"
)

// Script makes the world up while the controller looks at it: it follows what was decided.
type Script struct {
	// Steps are those played so far.
	Steps []recording.Step

	dice     dice
	chances  odds
	spec     spec
	syncs    int
	replaced json.RawMessage

	specReplicas   int32
	statusReplicas int32
	pods           *fleet
	load           *load
}

// userAfter is how long after a look the user replaces a spec, if at all.
const userAfter = 5 * time.Second

func newScript(d dice, chances odds, first spec, settings recording.Settings, asleep bool) *Script {
	s := &Script{dice: d, chances: chances, spec: first, syncs: d.between(25, 35)}
	s.specReplicas = int32(d.between(1, 5))
	if d.chance(0.3 + chances.startsAway) {
		s.specReplicas = int32(pick(d, 0, 1, 10, 20))
	}
	if asleep {
		s.specReplicas = int32(pick(d, 0, 0, 0, 1))
	}
	s.statusReplicas = s.specReplicas
	s.pods = newFleet(d, chances, settings, int(s.specReplicas))
	s.load = &load{dice: d, chances: chances, demand: d.Float64() * 200}
	return s
}

// More tells whether there is another sync to come.
func (s *Script) More() bool { return s.syncs > 0 }

// Replacement is a new spec, now and then.
func (s *Script) Replacement() (time.Duration, json.RawMessage) {
	switch asleep := s.specReplicas == 0; {
	case asleep && s.dice.chance(s.chances.raisedAsleep):
		s.spec = s.spec.raised(s.dice)
	case s.dice.chance(0.025):
		s.spec = s.spec.changed(s.dice, s.chances)
	default:
		return 0, nil
	}
	s.replaced = s.spec.json()
	last := time.Duration(s.Steps[len(s.Steps)-1].T) * time.Second
	return last + time.Second + userAfter, s.replaced
}

// Deferred changes nothing: the next sync observed is the one that sees the new spec.
func (s *Script) Deferred() {}

// Observe makes up what the controller sees at this moment.
func (s *Script) Observe(at time.Duration) recording.Step {
	now := math.Floor(at.Seconds())
	if s.dice.chance(0.015) {
		// Somebody else writes to the scale.
		s.specReplicas = int32(pick(s.dice, 0, 0, 1, 2, 3, 5, 8, 12))
	}
	s.pods.follow(int(s.specReplicas), now)
	if s.dice.chance(0.85) {
		s.statusReplicas = int32(s.pods.kept())
	}
	s.load.move()
	step := recording.Step{
		Spec:            s.replaced,
		SpecReplicas:    s.specReplicas,
		StatusReplicas:  s.statusReplicas,
		Selector:        s.selector(),
		Pods:            s.pods.seen(),
		ResourceMetrics: s.load.samples(s.pods, now),
		CustomMetrics:   s.load.custom(s.pods),
		ExternalMetrics: s.load.external(),
	}
	s.replaced = nil
	s.fail(&step)
	return step
}

// fail lets some of the controller's requests fail.
func (s *Script) fail(step *recording.Step) {
	if s.dice.chance(0.01) {
		step.ScaleError = "the server is currently unable to handle the request"
	}
	if s.dice.chance(0.09) {
		step.ResourceMetricsError = unavailable
	}
	switch {
	case s.dice.chance(s.chances.conflictAlways):
		step.WriteError = recording.ConflictAlways
	case s.dice.chance(0.02):
		step.WriteError = recording.ConflictOnce
	case s.dice.chance(0.011):
		step.WriteError = "internal error"
	}
	if s.dice.chance(s.chances.noPods) {
		step.Pods = []recording.Pod{}
	}
}

func (s *Script) selector() string {
	if s.dice.chance(s.chances.badScaleSelector) {
		return pick(s.dice, "", "app==", "app in (worker", "app=worker,tier=none", "!app")
	}
	return "app=worker"
}

// Decided takes note of what the controller did.
func (s *Script) Decided(step recording.Step) {
	s.Steps = append(s.Steps, step)
	s.syncs--
	written := len(step.Expect.Writes)
	if written > 0 && (step.WriteError == "" || step.WriteError == recording.ConflictOnce) {
		s.specReplicas = step.Expect.Writes[written-1]
	}
}
