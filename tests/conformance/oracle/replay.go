package main

import (
	"encoding/json"
	"fmt"
	"time"

	"lagzero.dev/oracle/drive"
	"lagzero.dev/oracle/recording"
)

// replayed is a script that feeds what was recorded, whatever the controller decides this time.
type replayed struct {
	recorded []recording.Step
	made     []recording.Step
}

func (r *replayed) More() bool { return len(r.made) < len(r.recorded) }

func (r *replayed) Replacement() (time.Duration, json.RawMessage) {
	if !r.More() || r.recorded[len(r.made)].Spec == nil {
		return 0, nil
	}
	next := r.recorded[len(r.made)]
	return time.Duration(next.T * float64(time.Second)), next.Spec
}

func (r *replayed) Observe(time.Duration) recording.Step { return r.recorded[len(r.made)] }

func (r *replayed) Decided(step recording.Step) { r.made = append(r.made, step) }

// replay makes a scenario's expectations anew.
func replay(scenario recording.Scenario, version string) (recording.Scenario, error) {
	script := &replayed{recorded: scenario.Steps}
	if err := drive.Run(scenario, script); err != nil {
		return scenario, fmt.Errorf("%s: %w", scenario.ID, err)
	}
	scenario.Kubernetes = version
	scenario.Steps = script.made
	return scenario, nil
}
