// Owns the published figures of Scarab Codex. Must equal what par.ts computes: a test compares them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: {
      rtp: 0.954107098136229,
      hitFrequency: 0.227436738085664,
      deviationBets: 11.047094171241,
      basis: 'exact',
    },
    low: {
      rtp: 0.568218516832113,
      hitFrequency: 0.205817956803713,
      deviationBets: 5.090329390922,
      basis: 'exact',
    },
    high: {
      rtp: 1.015663012407934,
      hitFrequency: 0.239857473201753,
      deviationBets: 12.402361847519,
      basis: 'exact',
    },
  },
  buy: {
    natural: {
      rtp: 0.952265671535258,
      hitFrequency: 1,
      deviationBets: 114.467264141989,
      basis: 'exact',
    },
    low: {
      rtp: 0.582043212483202,
      hitFrequency: 1,
      deviationBets: 45.444366178609,
      basis: 'exact',
    },
    high: {
      rtp: 1.012022327059388,
      hitFrequency: 1,
      deviationBets: 130.692155484936,
      basis: 'exact',
    },
  },
}
