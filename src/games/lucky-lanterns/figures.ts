// Owns the published figures of Lucky Lanterns. Must equal what par.ts computes: a test compares them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: { rtp: 0.9550598446105729, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
    low: { rtp: 0.577672579219417, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
    high: { rtp: 1.0199932477642863, hitFrequency: 0, deviationBets: 0, basis: 'exact' },
  },
}
