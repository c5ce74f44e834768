package invent

import (
	"encoding/json"
	"fmt"

	"lagzero.dev/oracle/recording"
)

// World is a scenario without its steps, and the script that makes them up while they are played.
type World struct {
	Scenario recording.Scenario
	Script   *Script
}

// New invents the scenario of one seed and number.
func New(kind string, seed, number uint64) World {
	chances := oddsOf(kind)
	d := diceFor(seed, number)
	settings := inventSettings(d)
	spec := inventSpec(d, chances)
	scenario := recording.Scenario{
		ID:                fmt.Sprintf("%s-%d-%06d", kind, seed, number),
		Settings:          settings,
		HPA:               spec.json(),
		InitialConditions: inventConditions(d, chances),
	}
	return World{Scenario: scenario, Script: newScript(d, chances, spec, settings, scenario.InitialConditions != nil)}
}

func inventSettings(d dice) recording.Settings {
	return recording.Settings{
		SyncPeriodSeconds:              15,
		Tolerance:                      pick(d, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0, 0.05, 0.25),
		DownscaleStabilizationSeconds:  pick[float64](d, 300, 300, 0, 30, 60, 120),
		CPUInitializationPeriodSeconds: pick[float64](d, 300, 300, 60),
		InitialReadinessDelaySeconds:   30,
		ScaleToZeroGate:                d.chance(0.85),
	}
}

// inventConditions are what a former controller left: that it, or not it, had scaled to zero.
func inventConditions(d dice, chances odds) []recording.Condition {
	if !d.chance(chances.sleeping) {
		return nil
	}
	return []recording.Condition{{
		Type:    "ScaledToZero",
		Status:  pick(d, "True", "True", "True", "False"),
		Reason:  "ScaledToZero",
		Message: "the HPA controller scaled the workload to zero",
	}}
}

func mustJSON(value any) json.RawMessage {
	text, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return text
}
