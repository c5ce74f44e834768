package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"

	"lagzero.dev/oracle/apiserver"
	"lagzero.dev/oracle/drive"
	"lagzero.dev/oracle/recording"
)

var errDiffers = errors.New("not all is the same")

// checkFiles replays recordings and prints how far they are what this version of Kubernetes does.
func checkFiles(paths []string, bubble drive.Bubble) error {
	if len(paths) == 0 {
		return errUsage
	}
	same, different := 0, 0
	for _, path := range paths {
		values := &apiserver.Values{}
		err := recording.Read(path, func(line json.RawMessage) error {
			made, err := replayLine(line, values, bubble)
			if err != nil {
				return err
			}
			difference, err := firstDifference(line, made)
			if err != nil {
				return err
			}
			if difference == "" {
				same++
				return nil
			}
			different++
			fmt.Println(difference)
			return nil
		})
		if err != nil {
			return err
		}
	}
	fmt.Printf("%s: %d the same, %d different\n", version, same, different)
	if different > 0 {
		return errDiffers
	}
	return nil
}

// firstDifference is empty where there is none; the times of syncs aren't compared, since they hold random waits.
func firstDifference(recorded json.RawMessage, made any) (string, error) {
	if scenario, is := made.(recording.Scenario); is {
		return differingStep(recorded, scenario)
	}
	text, err := recording.Encode(made)
	if err != nil || bytes.Equal(text, bytes.TrimSpace(recorded)) {
		return "", err
	}
	return fmt.Sprintf("recorded %s\n    made %s", recorded, text), nil
}

// differingStep ends at a replaced spec that got no sync of its own: from there on the two lives are not the same.
func differingStep(line json.RawMessage, made recording.Scenario) (string, error) {
	var recorded recording.Scenario
	if err := recording.Decode(line, &recorded); err != nil {
		return "", err
	}
	for i, step := range made.Steps {
		if before := recorded.Steps[i]; math.Abs(before.T-step.T) > 1 {
			return "", nil
		} else if wanted, got, err := encodeBoth(before.Expect, step.Expect); err != nil {
			return "", err
		} else if !bytes.Equal(wanted, got) {
			return fmt.Sprintf("%s: step %d (t=%v): recorded %s\n    made %s", recorded.ID, i, before.T, wanted, got), nil
		}
	}
	return "", nil
}

func encodeBoth(one, other recording.Expect) (json.RawMessage, json.RawMessage, error) {
	first, err := recording.Encode(one)
	if err != nil {
		return nil, nil, err
	}
	second, err := recording.Encode(other)
	return first, second, err
}
