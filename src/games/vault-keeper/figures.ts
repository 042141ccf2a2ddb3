// Owns the published figures of Vault Keeper. Must equal what par.ts computes: a test compares
// them.

import type { Game } from '../mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: {
      rtp: 0.953730806318767,
      hitFrequency: 0.328981220722198,
      deviationBets: 7.932154962564,
      basis: 'exact',
    },
    low: {
      rtp: 0.581167832632203,
      hitFrequency: 0.299874514341354,
      deviationBets: 5.258818625027,
      basis: 'exact',
    },
    high: {
      rtp: 1.016137003433615,
      hitFrequency: 0.343639135360718,
      deviationBets: 8.385563641952,
      basis: 'exact',
    },
  },
  buy: {
    natural: {
      rtp: 0.958631843152423,
      hitFrequency: 1,
      deviationBets: 67.987992331832,
      basis: 'exact',
    },
    low: {
      rtp: 0.579147249996866,
      hitFrequency: 1,
      deviationBets: 47.755596931121,
      basis: 'exact',
    },
    high: {
      rtp: 1.017486782613806,
      hitFrequency: 1,
      deviationBets: 70.671034072106,
      basis: 'exact',
    },
  },
}
