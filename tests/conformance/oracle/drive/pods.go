package drive

import (
	"maps"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"lagzero.dev/oracle/recording"
)

const (
	namespace = "default"
	// Every recorded pod bears this label, whatever the scale's selector says.
	podLabel, podLabelValue = "app", "worker"
)

// podsOf gives the pods of a step as a pod informer holds them.
func podsOf(step recording.Step, start time.Time) []any {
	pods := make([]any, 0, len(step.Pods))
	for _, each := range step.Pods {
		pods = append(pods, podOf(each, start))
	}
	return pods
}

func podOf(seen recording.Pod, start time.Time) *v1.Pod {
	pod := &v1.Pod{
		ObjectMeta: metav1.ObjectMeta{
			Namespace: namespace, Name: seen.Name, Labels: map[string]string{podLabel: podLabelValue},
		},
		Status: v1.PodStatus{Phase: v1.PodPhase(seen.Phase)},
	}
	if seen.Deleting {
		now := metav1.Now()
		pod.DeletionTimestamp = &now
	}
	if seen.StartTime != nil {
		began := at(start, *seen.StartTime)
		pod.Status.StartTime = &began
	}
	if seen.Ready != "" {
		pod.Status.Conditions = []v1.PodCondition{{
			Type: v1.PodReady, Status: v1.ConditionStatus(seen.Ready), LastTransitionTime: at(start, seen.ReadySince),
		}}
	}
	for _, name := range slices.Sorted(maps.Keys(seen.Requests)) {
		container := v1.Container{Name: name}
		container.Resources.Requests = resources(seen.Requests[name])
		pod.Spec.Containers = append(pod.Spec.Containers, container)
	}
	return pod
}

func resources(amounts map[string]string) v1.ResourceList {
	list := v1.ResourceList{}
	for name, amount := range amounts {
		list[v1.ResourceName(name)] = resource.MustParse(amount)
	}
	return list
}

func at(start time.Time, seconds float64) metav1.Time {
	return metav1.NewTime(start.Add(duration(seconds)))
}

func duration(seconds float64) time.Duration {
	// By the millisecond, so that no float's last digit becomes a nanosecond.
	return time.Duration(seconds*1000+0.5*sign(seconds)) * time.Millisecond
}

func sign(number float64) float64 {
	if number < 0 {
		return -1
	}
	return 1
}
