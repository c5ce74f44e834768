// The controller's retries wait for a random while. Seeded, two runs of the same scenario are the same to the nanosecond.
//
//go:debug randseednop=0

// Command oracle answers: what would the HPA controller of Kubernetes do?
package main

import (
	"errors"
	"fmt"
	"os"

	"lagzero.dev/oracle/drive"
)

// version is the Kubernetes version this was built with; the build sets it.
var version = "unknown"

const (
	exitNegative = 1
	exitUsage    = 2
	exitWorld    = 3
)

var errUsage = errors.New(`usage: oracle VERB [ARGUMENTS]

  check IN...                                        which cases does this version of Kubernetes answer otherwise?
  replay IN OUT                                      a recording with its expectations made anew
  generate --seed N --count N [--kind KIND] OUT      a new recording; KIND is sequences (default), edges, validation or values

IN and OUT end in .jsonl or .jsonl.xz; OUT may be - for standard output`)

func main() {
	drive.Main(func(bubble drive.Bubble) int {
		err := run(os.Args[1:], bubble)
		switch {
		case err == nil:
			return 0
		case errors.Is(err, errDiffers):
			return exitNegative
		case errors.Is(err, errUsage):
			fmt.Fprintln(os.Stderr, err)
			return exitUsage
		default:
			fmt.Fprintln(os.Stderr, "oracle:", err)
			return exitWorld
		}
	})
}

func run(arguments []string, bubble drive.Bubble) error {
	if len(arguments) == 0 {
		return errUsage
	}
	switch verb, rest := arguments[0], arguments[1:]; verb {
	case "check":
		return checkFiles(rest, bubble)
	case "generate":
		return generateFile(rest, bubble)
	case "replay":
		return replayFile(rest, bubble)
	default:
		return errUsage
	}
}
