package drive

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime/schema"
	custom "k8s.io/metrics/pkg/apis/custom_metrics/v1beta2"
	external "k8s.io/metrics/pkg/apis/external_metrics/v1beta1"
	samples "k8s.io/metrics/pkg/apis/metrics/v1beta1"
	sampleclient "k8s.io/metrics/pkg/client/clientset/versioned/typed/metrics/v1beta1"
	customclient "k8s.io/metrics/pkg/client/custom_metrics"
	externalclient "k8s.io/metrics/pkg/client/external_metrics"
)

// The three metrics APIs answer from the sync under way.
type (
	resourceMetrics struct {
		sampleclient.PodMetricsInterface
		scales *scales
	}
	customMetrics   struct{ scales *scales }
	externalMetrics struct{ scales *scales }
)

func (r resourceMetrics) PodMetricses(string) sampleclient.PodMetricsInterface { return r }

func (r resourceMetrics) List(context.Context, metav1.ListOptions) (*samples.PodMetricsList, error) {
	step := r.scales.step
	if step.ResourceMetricsError != "" {
		return nil, errors.New(step.ResourceMetricsError)
	}
	list := &samples.PodMetricsList{}
	for _, name := range slices.Sorted(maps.Keys(step.ResourceMetrics)) {
		seen := step.ResourceMetrics[name]
		sample := samples.PodMetrics{
			ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: name},
			Timestamp:  at(r.scales.start, seen.Time),
			Window:     metav1.Duration{Duration: duration(seen.WindowSeconds)},
		}
		for _, container := range slices.Sorted(maps.Keys(seen.Containers)) {
			usage := resources(seen.Containers[container])
			sample.Containers = append(sample.Containers, samples.ContainerMetrics{Name: container, Usage: usage})
		}
		list.Items = append(list.Items, sample)
	}
	return list, nil
}

func (c customMetrics) RootScopedMetrics() customclient.MetricsInterface       { return c }
func (c customMetrics) NamespacedMetrics(string) customclient.MetricsInterface { return c }

func (c customMetrics) GetForObject(kind schema.GroupKind, name, metric string, _ labels.Selector) (*custom.MetricValue, error) {
	key := fmt.Sprintf("%s/%s/%s", kind.Kind, name, metric)
	seen, known := c.scales.step.CustomMetrics[key]
	if seen.Error != "" {
		return nil, errors.New(seen.Error)
	}
	if !known || seen.Object == "" {
		return nil, fmt.Errorf("the recording has no %s", key)
	}
	return &custom.MetricValue{Timestamp: c.scales.now(), Value: resource.MustParse(seen.Object)}, nil
}

func (c customMetrics) GetForObjects(_ schema.GroupKind, _ labels.Selector, metric string, _ labels.Selector) (*custom.MetricValueList, error) {
	seen := c.scales.step.CustomMetrics["pods/"+metric]
	if seen.Error != "" {
		return nil, errors.New(seen.Error)
	}
	list := &custom.MetricValueList{}
	for _, pod := range slices.Sorted(maps.Keys(seen.Pods)) {
		list.Items = append(list.Items, custom.MetricValue{
			DescribedObject: v1.ObjectReference{Kind: "Pod", Namespace: namespace, Name: pod},
			Timestamp:       c.scales.now(),
			Value:           resource.MustParse(seen.Pods[pod]),
		})
	}
	return list, nil
}

func (e externalMetrics) NamespacedMetrics(string) externalclient.MetricsInterface { return e }

func (e externalMetrics) List(metric string, selector labels.Selector) (*external.ExternalMetricValueList, error) {
	key := fmt.Sprintf("%s{%s}", metric, selector)
	seen, known := e.scales.step.ExternalMetrics[key]
	if seen.Error != "" {
		return nil, errors.New(seen.Error)
	}
	if !known {
		return nil, fmt.Errorf("the recording has no %s", key)
	}
	list := &external.ExternalMetricValueList{}
	for _, value := range seen.Values {
		list.Items = append(list.Items, external.ExternalMetricValue{
			MetricName: metric, Timestamp: e.scales.now(), Value: resource.MustParse(value),
		})
	}
	return list, nil
}

// now is the time of the sync; the controller only logs it.
func (s *scales) now() metav1.Time { return metav1.NewTime(s.start.Add(s.at.Truncate(time.Second))) }
