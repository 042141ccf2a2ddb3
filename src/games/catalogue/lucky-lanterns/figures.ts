// The published figures of Lucky Lanterns. Must equal what par.ts computes: a test compares
// them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.955059844610573, 0.312531381845474, 4.909037355516),
    low: exactFigures(0.577672579219417, 0.231302410364151, 2.467763645669),
    high: exactFigures(1.019993247764286, 0.312176614999771, 5.356746599879),
  },
}
