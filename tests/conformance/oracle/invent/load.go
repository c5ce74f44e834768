package invent

import (
	"fmt"
	"math"

	"lagzero.dev/oracle/recording"
)

const (
	unavailable = "unable to fetch metrics"
	windowOfOne = 15
)

// load is what there is to do, and what the metrics make of it.
type load struct {
	dice    dice
	chances odds
	demand  float64
}

// move lets the demand stay, drift, jump or end.
func (l *load) move() {
	switch chance := l.dice.Float64(); {
	case chance < 0.5:
	case chance < 0.75:
		l.demand *= 0.6 + 0.9*l.dice.Float64()
	case chance < 0.85:
		l.demand = 0
	case chance < 0.9:
		l.demand = 200 + 400*l.dice.Float64()
	default:
		l.demand = 150 * l.dice.Float64()
	}
}

// amount is a share of the demand in thousandths.
func (l *load) amount() int64 {
	milli := int64(l.demand * (500 + 1000*l.dice.Float64()))
	if l.dice.chance(0.7) {
		milli -= milli % 1000
	}
	return milli
}

func (l *load) value() string {
	if l.dice.chance(l.chances.extremeValue) {
		return pick(l.dice, "-5", "9223372036854775807m", "9223372036854775807m")
	}
	return quantity(l.amount())
}

// samples is the resource usage of the pods that run; some are missing.
func (l *load) samples(f *fleet, now float64) map[string]recording.PodSample {
	samples := map[string]recording.PodSample{}
	for _, each := range f.pods {
		if each.Phase == "Pending" || l.dice.chance(0.04) {
			continue
		}
		sample := l.sample(now)
		if each.StartTime != nil && l.dice.chance(l.chances.onBoundary/4) {
			sample.Time = each.ReadySince + windowOfOne
		}
		for container := range each.Requests {
			sample.Containers[container] = nil
		}
		for _, container := range []string{"app", "proxy"} {
			if _, there := sample.Containers[container]; there {
				sample.Containers[container] = l.usage()
			}
		}
		samples[each.Name] = sample
	}
	if l.dice.chance(l.chances.stranger) {
		stranger := l.sample(now)
		stranger.Containers["app"] = l.usage()
		samples["stranger"] = stranger
	}
	return samples
}

func (l *load) sample(now float64) recording.PodSample {
	return recording.PodSample{
		Time:          now - float64(l.dice.between(0, windowOfOne-1)),
		WindowSeconds: windowOfOne,
		Containers:    map[string]map[string]string{},
	}
}

func (l *load) usage() map[string]string {
	usage := map[string]string{"memory": pick(l.dice, "30Mi", "60Mi", "120Mi", "200Mi", "95536924444m")}
	if !l.dice.chance(l.chances.noResource) {
		usage["cpu"] = fmt.Sprintf("%dm", int64(math.Ceil(l.demand*2*l.dice.Float64())))
	}
	return usage
}

func (l *load) custom(f *fleet) map[string]recording.Series {
	pods := recording.Series{Values: []string{}, Pods: map[string]string{}}
	for _, each := range f.pods {
		if each.Phase != "Pending" && !l.dice.chance(0.05) {
			pods.Pods[each.Name] = quantity(l.amount())
		}
	}
	if l.dice.chance(l.chances.stranger) {
		pods.Pods["stranger"] = quantity(l.amount())
	}
	described := recording.Series{Values: []string{}, Object: l.value()}
	return map[string]recording.Series{
		"pods/" + podsMetric: l.orError(pods),
		fmt.Sprintf("%s/%s/%s", objectKind, objectName, objectMetric): l.orError(described),
	}
}

// external answers every query that a selector of ours can ask.
func (l *load) external() map[string]recording.Series {
	answers := map[string]recording.Series{}
	for _, queue := range queues {
		for _, selector := range []string{"", "name=mail", "name=worker_tasks", "name in (mail,worker_tasks)", "name"} {
			series := recording.Series{Values: []string{}}
			if !l.dice.chance(l.chances.emptyAnswer) {
				for range pick(l.dice, 1, 1, 2, 3) {
					series.Values = append(series.Values, l.value())
				}
			}
			answers[queue+"{"+selector+"}"] = l.orError(series)
		}
	}
	return answers
}

func (l *load) orError(series recording.Series) recording.Series {
	if l.dice.chance(0.09) {
		series.Error = unavailable
	}
	return series
}
