package drive

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/go-logr/logr"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	v1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/client-go/informers"
	"k8s.io/client-go/kubernetes/fake"
	"k8s.io/client-go/tools/cache"
	"k8s.io/klog/v2"
	defaultsv2 "k8s.io/kubernetes/pkg/apis/autoscaling/v2"
	"k8s.io/kubernetes/pkg/controller/podautoscaler"
	"k8s.io/kubernetes/pkg/controller/podautoscaler/metrics"

	"lagzero.dev/oracle/recording"
)

const hpaName = "worker"

var defaulter = newDefaulter()

// controller is the real one, with everything around it a fake.
type controller struct {
	clients   *fake.Clientset
	informers informers.SharedInformerFactory
	scales    *scales
	events    *eventLog
	stop      context.CancelFunc
	stopped   chan struct{}
}

// newController does not sync yet: run starts it.
func newController(scenario recording.Scenario, scales *scales) (*controller, error) {
	hpa, err := autoscalerOf(scenario, scales)
	if err != nil {
		return nil, err
	}
	clients := fake.NewSimpleClientset(hpa)
	return &controller{
		clients: clients,
		// No resync: it would race with the rate-limited queue, and a sync a millisecond late would sometimes come early.
		informers: informers.NewSharedInformerFactory(clients, 0),
		scales:    scales,
		events:    &eventLog{},
		stopped:   make(chan struct{}),
	}, nil
}

// run starts the informers and, once settled says so, the controller.
func (c *controller) run(settings recording.Settings, settled func()) {
	ctx, stop := context.WithCancel(klog.NewContext(context.Background(), logr.New(c.events)))
	c.stop = stop
	core := c.clients.CoreV1()
	real := podautoscaler.NewHorizontalController(
		ctx, core, c.scales, c.clients.AutoscalingV2(), targetMapper(),
		metrics.NewRESTMetricsClient(resourceMetrics{scales: c.scales}, customMetrics{c.scales}, externalMetrics{c.scales}),
		c.informers.Autoscaling().V2().HorizontalPodAutoscalers(), c.informers.Core().V1().Pods(),
		duration(settings.SyncPeriodSeconds), duration(settings.DownscaleStabilizationSeconds), settings.Tolerance,
		duration(settings.CPUInitializationPeriodSeconds), duration(settings.InitialReadinessDelaySeconds),
	)
	c.informers.Start(ctx.Done())
	settled()
	go func() {
		defer close(c.stopped)
		real.Run(ctx, 1)
	}()
}

// end waits until nothing of the controller is left: a bubble has to be empty when it closes.
func (c *controller) end() {
	c.stop()
	<-c.stopped
	c.informers.Shutdown()
}

func (c *controller) podIndexer() cache.Indexer {
	return c.informers.Core().V1().Pods().Informer().GetIndexer()
}

func (c *controller) current() (*autoscalingv2.HorizontalPodAutoscaler, error) {
	return c.clients.AutoscalingV2().HorizontalPodAutoscalers(namespace).Get(context.Background(), hpaName, metav1.GetOptions{})
}

func (c *controller) replaceSpec(spec json.RawMessage) error {
	hpa, err := c.current()
	if err != nil {
		return err
	}
	if hpa.Spec, err = specOf(spec); err != nil {
		return err
	}
	hpa.Generation++
	_, err = c.clients.AutoscalingV2().HorizontalPodAutoscalers(namespace).Update(context.Background(), hpa, metav1.UpdateOptions{})
	return err
}

func autoscalerOf(scenario recording.Scenario, scales *scales) (*autoscalingv2.HorizontalPodAutoscaler, error) {
	spec, err := specOf(scenario.HPA)
	if err != nil {
		return nil, err
	}
	hpa := &autoscalingv2.HorizontalPodAutoscaler{
		ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: hpaName, UID: "1", Generation: 1},
		Spec:       spec,
	}
	for _, each := range scenario.InitialConditions {
		hpa.Status.Conditions = append(hpa.Status.Conditions, autoscalingv2.HorizontalPodAutoscalerCondition{
			Type:               autoscalingv2.HorizontalPodAutoscalerConditionType(each.Type),
			Status:             v1.ConditionStatus(each.Status),
			Reason:             each.Reason,
			Message:            each.Message,
			LastTransitionTime: at(scales.start, float64(each.LastTransition)),
		})
	}
	return hpa, nil
}

// specOf does what the API server does to a spec before a controller sees it.
func specOf(applied json.RawMessage) (autoscalingv2.HorizontalPodAutoscalerSpec, error) {
	hpa := &autoscalingv2.HorizontalPodAutoscaler{}
	if err := json.Unmarshal(applied, &hpa.Spec); err != nil {
		return hpa.Spec, fmt.Errorf("not the spec of an autoscaler: %w", err)
	}
	defaulter.Default(hpa)
	return hpa.Spec, nil
}

func newDefaulter() *runtime.Scheme {
	scheme := runtime.NewScheme()
	if err := defaultsv2.AddToScheme(scheme); err != nil {
		panic(err)
	}
	return scheme
}

func targetMapper() meta.RESTMapper {
	apps := schema.GroupVersion{Group: "apps", Version: "v1"}
	mapper := meta.NewDefaultRESTMapper([]schema.GroupVersion{apps})
	for _, kind := range []string{"Deployment", "StatefulSet", "ReplicaSet"} {
		mapper.Add(apps.WithKind(kind), meta.RESTScopeNamespace)
	}
	return mapper
}
