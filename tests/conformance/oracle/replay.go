package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"lagzero.dev/oracle/apiserver"
	"lagzero.dev/oracle/drive"
	"lagzero.dev/oracle/recording"
)

// replayFile writes the recording at the first path anew to the second.
func replayFile(paths []string, bubble drive.Bubble) error {
	if len(paths) != 2 {
		return errUsage
	}
	out, err := recording.Create(paths[1])
	if err != nil {
		return err
	}
	values := &apiserver.Values{}
	err = recording.Read(paths[0], func(line json.RawMessage) error {
		made, err := replayLine(line, values, bubble)
		if err != nil {
			return err
		}
		return out.Write(made)
	})
	return errors.Join(err, out.Close())
}

// replayLine tells what a line is from what it holds: scenarios have steps, values a kind, validations a spec alone.
func replayLine(line json.RawMessage, values *apiserver.Values, bubble drive.Bubble) (any, error) {
	var looks struct{ Steps, Kind, Spec json.RawMessage }
	if err := json.Unmarshal(line, &looks); err != nil {
		return nil, err
	}
	switch {
	case looks.Steps != nil:
		var scenario recording.Scenario
		if err := recording.Decode(line, &scenario); err != nil {
			return nil, err
		}
		return replayScenario(scenario, bubble)
	case looks.Kind != nil:
		var value recording.Value
		if err := recording.Decode(line, &value); err != nil {
			return nil, err
		}
		return values.Read(value)
	case looks.Spec != nil:
		var asked recording.Validation
		if err := recording.Decode(line, &asked); err != nil {
			return nil, err
		}
		return apiserver.Validate(asked)
	default:
		return nil, errors.New("neither a scenario nor a value nor a validation")
	}
}

// replayScenario makes a scenario's expectations anew.
func replayScenario(scenario recording.Scenario, bubble drive.Bubble) (recording.Scenario, error) {
	script := &replayed{recorded: scenario.Steps}
	var err error
	bubble(func() { err = drive.Run(scenario, script) })
	if err != nil {
		return scenario, fmt.Errorf("%s: %w", scenario.ID, err)
	}
	scenario.Kubernetes = version
	scenario.Steps = script.made
	return scenario, nil
}

// replayed is a script that feeds what was recorded, whatever the controller decides this time.
type replayed struct {
	recorded []recording.Step
	made     []recording.Step
	next     int
	// deferred is a spec that was recorded with a sync of its own and got none here.
	deferred json.RawMessage
}

func (r *replayed) More() bool { return r.next < len(r.recorded) }

func (r *replayed) Replacement() (time.Duration, json.RawMessage) {
	if !r.More() || r.recorded[r.next].Spec == nil {
		return 0, nil
	}
	return time.Duration(r.recorded[r.next].T * float64(time.Second)), r.recorded[r.next].Spec
}

func (r *replayed) Deferred() {
	r.deferred = r.recorded[r.next].Spec
	r.next++
}

func (r *replayed) Observe(time.Duration) recording.Step {
	step := r.recorded[r.next]
	if step.Spec == nil {
		step.Spec = r.deferred
	}
	return step
}

func (r *replayed) Decided(step recording.Step) {
	r.made = append(r.made, step)
	r.next++
	r.deferred = nil
}
