package invent

// A fault is one thing that a user gets wrong (or unusual) in a spec.
type fault func(dice, object)

var faults = []fault{
	wrongBounds, wrongBounds, wrongTarget, wrongTarget, wrongMetricType, strayMetricSource, missingMetricSource,
	wrongMetricTarget, wrongMetricTarget, wrongMetricName, wrongDescribedObject, wrongResource, wrongRules, wrongRules, wrongPolicy, wrongPolicy,
	noMetrics,
}

func wrongBounds(d dice, spec object) {
	if d.chance(0.5) {
		spec["minReplicas"] = pick(d, 0, 0, -1, -3, 30)
		return
	}
	spec["maxReplicas"] = pick(d, 0, -3, 1, 2)
}

func wrongTarget(d dice, spec object) {
	target := object{"apiVersion": "apps/v1", "kind": "Deployment", "name": "worker"}
	switch d.IntN(3) {
	case 0:
		target["apiVersion"] = pick(d, "", "v1", "apps", "apps/v1/x", "apps/", "/v1")
		target["kind"] = pick(d, "Deployment", "ReplicationController")
	case 1:
		target["kind"] = pick(d, "", "..", "a%b", "Deploy/ment", "Job", ".")
	default:
		target["name"] = pick(d, "", ".", "..", "a/b", "x%y", "UPPER")
	}
	spec["scaleTargetRef"] = target
}

func noMetrics(d dice, spec object) {
	delete(spec, "metrics")
	if d.chance(0.5) {
		spec["metrics"] = []object{}
	}
}

func wrongMetricType(d dice, spec object) {
	if metric := anyMetric(d, spec); metric != nil {
		metric["type"] = pick(d, "", "external", "Queue", "Pods", "Object", "Resource")
	}
}

func strayMetricSource(d dice, spec object) {
	if metric := anyMetric(d, spec); metric != nil {
		for source, content := range inventMetric(d, odds{}) {
			if source != "type" {
				metric[source] = content
			}
		}
	}
}

func missingMetricSource(d dice, spec object) {
	if metric := anyMetric(d, spec); metric != nil {
		clear(metric)
		metric["type"] = pick(d, "External", "Object", "Pods", "Resource", "ContainerResource")
	}
}

func wrongMetricTarget(d dice, spec object) {
	target, _ := source(anyMetric(d, spec))["target"].(object)
	if target == nil {
		return
	}
	switch d.IntN(6) {
	case 0:
		target["type"] = pick(d, "", "Average", "Utilization", "Value")
	case 1:
		target["averageValue"] = pick(d, "0", "-500m", "1", "1e3", "0.5")
	case 2:
		target["value"] = pick(d, "0", "-1", "10", "1Ki")
	case 3:
		target["averageUtilization"] = pick(d, 0, -5, 50)
	default:
		delete(target, pick(d, "averageValue", "value", "averageUtilization", "type"))
	}
}

func wrongMetricName(d dice, spec object) {
	if metric, _ := source(anyMetric(d, spec))["metric"].(object); metric != nil {
		metric["name"] = pick(d, "", ".", "..", "a/b", "a%b", "fine_name")
	}
}

func wrongDescribedObject(d dice, spec object) {
	described, _ := source(anyMetric(d, spec))["describedObject"].(object)
	if described == nil {
		return
	}
	key := pick(d, "apiVersion", "kind", "name")
	described[key] = pick(d, "", "..", "a/b", "v1", "a/b/c")
}

func wrongResource(d dice, spec object) {
	content := source(anyMetric(d, spec))
	if _, there := content["container"]; there && d.chance(0.5) {
		content["container"] = pick(d, "", "UPPER", "a.b", "-a")
		return
	}
	if _, there := content["name"]; there {
		content["name"] = pick(d, "", "bogus", "example.com/gpu", "memory")
	}
}

func wrongRules(d dice, spec object) {
	rules := anyRules(d, spec)
	switch d.IntN(4) {
	case 0:
		rules["stabilizationWindowSeconds"] = pick(d, -1, 0, 3600, 3601)
	case 1:
		rules["selectPolicy"] = pick(d, "", "max", "Most", "Disabled")
	case 2:
		rules["tolerance"] = pick(d, "-100m", "0", "2", "1n")
	default:
		rules["policies"] = []object{}
	}
}

func wrongPolicy(d dice, spec object) {
	policy := object{"type": "Pods", "value": 1, "periodSeconds": 15}
	switch d.IntN(3) {
	case 0:
		policy["type"] = pick(d, "", "pods", "Percentage")
	case 1:
		policy["value"] = pick(d, 0, -1)
	default:
		policy["periodSeconds"] = pick(d, 0, -15, 1800, 1801)
	}
	anyRules(d, spec)["policies"] = []object{policy}
}
