// Package gates answers: which feature gates does the code under record run with?
package gates

import (
	"fmt"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"

	// The gates of Kubernetes are known once this is linked.
	_ "k8s.io/kubernetes/pkg/features"
)

// Gates are named by text, not by constant: another Kubernetes version may lack one and has to compile all the same.
const (
	scaleToZero           = "HPAScaleToZero"
	configurableTolerance = "HPAConfigurableTolerance"
	staleConsistency      = "StaleControllerConsistencyHPA"
	generation            = "HPAGeneration"
)

// Set is for one scenario or case at a time: gates are global.
func Set(scaleToZeroGate bool) error {
	wanted := map[string]bool{
		scaleToZero:           scaleToZeroGate,
		configurableTolerance: true,
		// It compares resource versions, which a fake clientset doesn't count up.
		staleConsistency: false,
	}
	for name := range wanted {
		if !known(name) {
			delete(wanted, name)
		}
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(wanted); err != nil {
		return fmt.Errorf("feature gates: %w", err)
	}
	return nil
}

// SyncsAtOnce tells whether the controller syncs an autoscaler as soon as it is new or has another spec; before v1.37 it let a whole
// period pass in either case. The gate came with the change.
func SyncsAtOnce() bool { return known(generation) }

func known(name string) bool {
	_, there := utilfeature.DefaultMutableFeatureGate.GetAll()[featuregate.Feature(name)]
	return there
}
