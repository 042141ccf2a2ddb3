// The published figures of Cherry Classic. Must equal what par.ts computes: a test compares
// them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.955, 0.293730158730159, 6.679540456819),
    low: exactFigures(0.570354278074866, 0.262561274509804, 2.693762834368),
    high: exactFigures(1.02, 0.279401709401709, 8.18930780916),
  },
}
