package main

import (
	"errors"
	"fmt"
	"hash/fnv"
	"math/rand"

	"lagzero.dev/oracle/drive"
	"lagzero.dev/oracle/recording"
)

// replayFile writes the recording of the first path anew to the second.
func replayFile(paths []string) error {
	if len(paths) != 2 {
		return errUsage
	}
	return write(paths[1], func(out *recording.Writer, bubble func(func())) error {
		return recording.Read(paths[0], func(scenario recording.Scenario) error {
			var made recording.Scenario
			var err error
			seedRetries(scenario.ID)
			bubble(func() { made, err = replay(scenario, version) })
			return errors.Join(err, out.Write(made))
		})
	})
}

// write opens a recording and bubbles for the time of the work.
func write(path string, work func(*recording.Writer, func(func())) error) error {
	out, err := recording.Create(path)
	if err != nil {
		return err
	}
	well := drive.InBubbles(func(bubble func(func())) { err = work(out, bubble) })
	if err == nil && !well {
		err = errors.New("a scenario left its bubble in disorder; see above")
	}
	if err := errors.Join(err, out.Close()); err != nil {
		return fmt.Errorf("%s is not whole: %w", path, err)
	}
	return nil
}

// seedRetries makes the waits between the retries of a write a function of the scenario.
func seedRetries(id string) {
	digest := fnv.New64a()
	digest.Write([]byte(id))
	rand.Seed(int64(digest.Sum64())) //nolint:staticcheck // It is the generator of the controller's own library that is to be seeded.
}
