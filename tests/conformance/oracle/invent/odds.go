package invent

// odds say how often something is so, per scenario, pod, metric or sync. What is 0 in the common kind is rare in the world.
type odds struct {
	// Per scenario.
	sleeping   float64
	startsAway float64
	noMetrics  float64
	onBoundary float64

	// Per metric of the spec.
	expressions float64
	badSelector float64
	mismatch    float64

	// Per sync.
	badScaleSelector float64
	conflictAlways   float64
	noPods           float64
	raisedAsleep     float64

	// Per pod, sample or series.
	unknown      float64
	noRequest    float64
	noResource   float64
	stranger     float64
	emptyAnswer  float64
	extremeValue float64
}

// The kinds of scenarios.
const (
	Sequences = "sequences"
	Edges     = "edges"
)

func oddsOf(kind string) odds {
	if kind == Edges {
		return odds{
			sleeping: 0.3, startsAway: 0.3, noMetrics: 0.05, onBoundary: 0.5,
			expressions: 0.2, badSelector: 0.08, mismatch: 0.05,
			badScaleSelector: 0.08, conflictAlways: 0.03, noPods: 0.02, raisedAsleep: 0.03,
			unknown: 0.08, noRequest: 0.01, noResource: 0.01, stranger: 0.1, emptyAnswer: 0.08, extremeValue: 0.04,
		}
	}
	return odds{sleeping: 0.03, extremeValue: 0.01, emptyAnswer: 0.03}
}
