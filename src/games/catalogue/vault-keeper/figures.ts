// The published figures of Vault Keeper. Must equal what par.ts computes: a test compares
// them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.953730806318767, 0.328981220722198, 7.932154962564),
    low: exactFigures(0.581167832632203, 0.299874514341354, 5.258818625027),
    high: exactFigures(1.016137003433615, 0.343639135360718, 8.385563641952),
  },
  buy: {
    natural: exactFigures(0.958631843152423, 1, 67.987992331832),
    low: exactFigures(0.579147249996866, 1, 47.755596931121),
    high: exactFigures(1.017486782613806, 1, 70.671034072106),
  },
}
