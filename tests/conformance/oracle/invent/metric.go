package invent

// What the metrics of all scenarios are about; the observations have an answer to each of these.
const (
	podsMetric   = "in_flight"
	objectKind   = "Ingress"
	objectName   = "main"
	objectMetric = "requests_per_second"
)

var queues = []string{"queue_depth", "queue_consumer_lag"}

func inventMetric(d dice, chances odds) object {
	switch d.IntN(9) {
	case 0, 1:
		return object{"type": "Resource", "resource": inventResource(d)}
	case 2:
		return object{"type": "ContainerResource", "containerResource": object{
			"name": "cpu", "container": pick(d, "app", "app", "app", "proxy"), "target": utilization(pick(d, 50, 80)),
		}}
	case 3:
		return object{"type": "Pods", "pods": object{
			"metric": object{"name": podsMetric}, "target": averageValue(pick(d, "10", "40", "500m")),
		}}
	case 4:
		return object{"type": "Object", "object": inventObject(d)}
	default:
		return object{"type": "External", "external": inventExternal(d, chances)}
	}
}

func inventResource(d dice) object {
	if d.chance(0.3) {
		name := pick(d, "cpu", "memory")
		amount := pick(d, "100m", "300m")
		if name == "memory" {
			amount = "50Mi"
		}
		return object{"name": name, "target": averageValue(amount)}
	}
	return object{"name": pick(d, "cpu", "cpu", "memory"), "target": utilization(pick(d, 50, 60, 80, 120))}
}

func inventObject(d dice) object {
	target := averageValue(pick(d, "30", "100"))
	if d.chance(0.4) {
		target = value(pick(d, "30", "100", "10k"))
	}
	return object{
		"metric":          object{"name": objectMetric},
		"describedObject": object{"apiVersion": "networking.k8s.io/v1", "kind": objectKind, "name": objectName},
		"target":          target,
	}
}

func inventExternal(d dice, chances odds) object {
	metric := object{"name": pick(d, queues...)}
	if selector := inventSelector(d, chances); selector != nil {
		metric["selector"] = selector
	}
	target := averageValue(pick(d, "10", "25", "30", "100", "500m"))
	if d.chance(0.4) {
		target = value(pick(d, "7", "10", "30", "100", "1500m", "1k"))
	}
	if d.chance(chances.mismatch) {
		// The API server lets it pass: which field is set counts, not the type.
		target["type"] = pick(d, "Utilization", "Value", "AverageValue")
	}
	return object{"metric": metric, "target": target}
}

func inventSelector(d dice, chances odds) object {
	switch {
	case d.chance(chances.badSelector):
		return pick(d,
			object{"matchLabels": object{"name": "a:b"}},
			object{"matchExpressions": []object{{"key": "name", "operator": "Gt", "values": []string{"5"}}}})
	case d.chance(chances.expressions):
		return pick(d,
			object{},
			object{"matchExpressions": []object{{"key": "name", "operator": "Exists"}}},
			object{"matchExpressions": []object{{"key": "name", "operator": "In", "values": []string{"worker_tasks", "mail"}}}})
	case d.chance(0.3):
		return nil
	default:
		return object{"matchLabels": object{"name": pick(d, "mail", "worker_tasks")}}
	}
}

func utilization(percent int) object {
	return object{"type": "Utilization", "averageUtilization": percent}
}

func averageValue(amount string) object {
	return object{"type": "AverageValue", "averageValue": amount}
}

func value(amount string) object { return object{"type": "Value", "value": amount} }
