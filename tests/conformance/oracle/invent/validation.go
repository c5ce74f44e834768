package invent

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"lagzero.dev/oracle/recording"
)

// Validation invents a spec (or the update of one) that is more or less wrong.
func Validation(seed, number uint64) recording.Validation {
	d := diceFor(seed, number)
	asked := recording.Validation{
		ID:              fmt.Sprintf("validation-%d-%06d", seed, number),
		ScaleToZeroGate: d.chance(0.5),
	}
	wanted := inventSpec(d, odds{mismatch: 0.05, badSelector: 0.03, expressions: 0.1})
	if d.chance(0.33) {
		// An old spec may be what was once allowed, and what it may stay shows only then.
		asked.OldSpec = faulty(d, wanted.json(), pick(d, 0, 0, 1))
		if d.chance(0.5) {
			asked.Spec = faulty(d, asked.OldSpec, d.between(0, 2))
			return asked
		}
	}
	asked.Spec = faulty(d, wanted.json(), pick(d, 0, 1, 1, 1, 2, 2, 3))
	return asked
}

// faulty gives a spec with faults; it leaves the given one as it is.
func faulty(d dice, written json.RawMessage, count int) json.RawMessage {
	spec := asObjects(written)
	for range count {
		pick(d, faults...)(d, spec)
	}
	metrics, _ := spec["metrics"].([]object)
	for _, each := range metrics {
		keepOneStray(each)
	}
	return mustJSON(spec)
}

// keepOneStray leaves at most one source that the type doesn't ask for: several are reported in the order of a Go map, another one
// in every run.
func keepOneStray(metric object) {
	kind, _ := metric["type"].(string)
	strays := 0
	for _, each := range sources {
		if _, there := metric[each]; !there || strings.EqualFold(each, kind) && slices.Contains(types, kind) {
			continue
		}
		if strays++; strays > 1 {
			delete(metric, each)
		}
	}
}

// asObjects reads lists of objects as what the rest of this package makes: []object.
func asObjects(written json.RawMessage) object {
	var spec object
	if err := json.Unmarshal(written, &spec); err != nil {
		panic(err)
	}
	listOfObjects(spec, "metrics")
	if behavior, there := spec["behavior"].(object); there {
		for _, direction := range directions {
			if rules, there := behavior[direction].(object); there {
				listOfObjects(rules, "policies")
			}
		}
	}
	return spec
}

func listOfObjects(holder object, key string) {
	list, there := holder[key].([]any)
	if !there {
		return
	}
	objects := make([]object, len(list))
	for i, each := range list {
		objects[i] = each.(object)
	}
	holder[key] = objects
}

var (
	sources = []string{"object", "external", "pods", "resource", "containerResource"}
	types   = []string{"Object", "External", "Pods", "Resource", "ContainerResource"}
)

var directions = []string{"scaleUp", "scaleDown"}

// anyMetric is nil where a spec has none.
func anyMetric(d dice, spec object) object {
	metrics, _ := spec["metrics"].([]object)
	if len(metrics) == 0 {
		return nil
	}
	return pick(d, metrics...)
}

// source is the content of a metric; empty where there is none.
func source(metric object) object {
	for _, key := range sources {
		if content, there := metric[key].(object); there {
			return content
		}
	}
	return object{}
}

// anyRules makes what is missing on the way.
func anyRules(d dice, spec object) object {
	behavior, there := spec["behavior"].(object)
	if !there {
		behavior = object{}
		spec["behavior"] = behavior
	}
	direction := pick(d, directions...)
	rules, there := behavior[direction].(object)
	if !there {
		rules = object{}
		behavior[direction] = rules
	}
	return rules
}
