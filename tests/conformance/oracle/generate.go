package main

import (
	"errors"
	"flag"
	"fmt"
	"io"

	"lagzero.dev/oracle/apiserver"
	"lagzero.dev/oracle/drive"
	"lagzero.dev/oracle/invent"
	"lagzero.dev/oracle/recording"
)

const (
	kindValidation = "validation"
	kindValues     = "values"
)

// generateFile writes a new recording.
func generateFile(arguments []string, bubble drive.Bubble) error {
	flags := flag.NewFlagSet("generate", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	seed := flags.Uint64("seed", 0, "")
	count := flags.Uint64("count", 0, "")
	kind := flags.String("kind", invent.Sequences, "")
	if err := flags.Parse(arguments); err != nil {
		return fmt.Errorf("%w\n\n%w", err, errUsage)
	}
	if flags.NArg() != 1 || *count == 0 {
		return errUsage
	}
	lineOf, err := maker(*kind, *seed, bubble)
	if err != nil {
		return err
	}
	out, err := recording.Create(flags.Arg(0))
	if err != nil {
		return err
	}
	for number := uint64(0); number < *count && err == nil; number++ {
		var line any
		if line, err = lineOf(number); err == nil {
			err = out.Write(line)
		}
	}
	return errors.Join(err, out.Close())
}

// maker gives the function that makes the line of a number.
func maker(kind string, seed uint64, bubble drive.Bubble) (func(number uint64) (any, error), error) {
	switch kind {
	case invent.Sequences, invent.Edges:
		return func(number uint64) (any, error) { return generateScenario(kind, seed, number, bubble) }, nil
	case kindValidation:
		return func(number uint64) (any, error) { return apiserver.Validate(invent.Validation(seed, number)) }, nil
	case kindValues:
		values := &apiserver.Values{}
		return func(number uint64) (any, error) {
			if number == 0 {
				return values.Read(invent.Corpus())
			}
			return values.Read(invent.Value(seed, number))
		}, nil
	default:
		return nil, fmt.Errorf("there is no kind %q\n\n%w", kind, errUsage)
	}
}

func generateScenario(kind string, seed, number uint64, bubble drive.Bubble) (recording.Scenario, error) {
	world := invent.New(kind, seed, number)
	var err error
	bubble(func() { err = drive.Run(world.Scenario, world.Script) })
	if err != nil {
		return recording.Scenario{}, fmt.Errorf("%s: %w", world.Scenario.ID, err)
	}
	made := world.Scenario
	made.Kubernetes = version
	made.Steps = world.Script.Steps
	return made, nil
}
