package invent

func inventBehavior(d dice) object {
	behavior := object{}
	if d.chance(0.7) {
		behavior["scaleUp"] = inventRules(d)
	}
	if d.chance(0.8) {
		behavior["scaleDown"] = inventRules(d)
	}
	return behavior
}

func inventRules(d dice) object {
	rules := object{}
	if d.chance(0.6) {
		rules["stabilizationWindowSeconds"] = pick(d, 0, 0, 15, 30, 60, 120, 300)
	}
	if d.chance(0.35) {
		rules["selectPolicy"] = pick(d, "Max", "Min", "Min", "Disabled")
	}
	if d.chance(0.3) {
		rules["tolerance"] = pick(d, "0", "0.05", "200m", "0.3")
	}
	if d.chance(0.75) {
		policies := make([]object, d.between(1, 2))
		for i := range policies {
			policies[i] = object{
				"type":          pick(d, "Pods", "Percent"),
				"value":         pick(d, 1, 2, 4, 10, 50, 100, 200),
				"periodSeconds": pick(d, 15, 30, 60, 120),
			}
		}
		rules["policies"] = policies
	}
	return rules
}
