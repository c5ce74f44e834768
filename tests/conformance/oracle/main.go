// Command oracle answers: what would the HPA controller of Kubernetes do?
//
//	oracle replay IN OUT                            a recording with its expectations made anew
//	oracle generate --seed N --count N [--kind K] OUT    a new recording
//	oracle compare A B                              which steps of two recordings differ
//
// IN and OUT end in .jsonl or .jsonl.xz; OUT may be "-".
package main

// The controller's retries wait for a random while. Seeded, two runs of the same scenario are the same to the nanosecond.
//
//go:debug randseednop=0

import (
	"errors"
	"fmt"
	"os"
)

// version is the Kubernetes version this was built with; the build sets it.
var version = "unknown"

const (
	exitUsage = 2
	exitWorld = 3
)

var errUsage = errors.New("usage: oracle replay IN OUT | generate --seed N --count N [--kind sequences|edges] OUT | compare A B")

func main() {
	err := run(os.Args[1:])
	switch {
	case err == nil:
	case errors.Is(err, errUsage):
		fmt.Fprintln(os.Stderr, err)
		os.Exit(exitUsage)
	default:
		fmt.Fprintln(os.Stderr, "oracle:", err)
		os.Exit(exitWorld)
	}
}

func run(arguments []string) error {
	if len(arguments) == 0 {
		return errUsage
	}
	switch verb, rest := arguments[0], arguments[1:]; verb {
	case "replay":
		return replayFile(rest)
	default:
		return errUsage
	}
}
