// The published figures of River of Ways. Must equal what par.ts computes: a test compares
// them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

/**
 * Deviations assume that the three options are chosen equally often; nothing else depends on this.
 */
export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.958003101048094, 0.304273985443302, 7.325872064311),
    low: exactFigures(0.582513961033115, 0.278587850133509, 4.427812031701),
    high: exactFigures(1.017441242170264, 0.276504084167491, 7.483564826933),
  },
  buy: {
    natural: exactFigures(0.953857313403625, 1, 55.872442471556),
    low: exactFigures(0.526703113844613, 1, 32.357430036462),
    high: exactFigures(1.009200921821632, 1, 51.070714075763),
  },
}
