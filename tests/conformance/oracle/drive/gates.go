package drive

import (
	"fmt"

	utilfeature "k8s.io/apiserver/pkg/util/feature"
	"k8s.io/component-base/featuregate"
)

// Gates are named by text, not by constant: another Kubernetes version may lack one and has to compile all the same.
const (
	scaleToZero           = "HPAScaleToZero"
	configurableTolerance = "HPAConfigurableTolerance"
	staleConsistency      = "StaleControllerConsistencyHPA"
	generation            = "HPAGeneration"
)

// setGates is for one scenario at a time: gates are global.
func setGates(scaleToZeroGate bool) error {
	wanted := map[string]bool{
		scaleToZero:           scaleToZeroGate,
		configurableTolerance: true,
		// It compares resource versions, which a fake clientset doesn't count up.
		staleConsistency: false,
	}
	for name := range wanted {
		if !hasGate(name) {
			delete(wanted, name)
		}
	}
	if err := utilfeature.DefaultMutableFeatureGate.SetFromMap(wanted); err != nil {
		return fmt.Errorf("feature gates: %w", err)
	}
	return nil
}

func hasGate(name string) bool {
	_, known := utilfeature.DefaultMutableFeatureGate.GetAll()[featuregate.Feature(name)]
	return known
}
