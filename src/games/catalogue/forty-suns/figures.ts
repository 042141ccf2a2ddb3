// The published figures of Forty Suns. Must equal what par.ts computes: a test compares them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.954006421330318, 0.324392265137263, 3.63857902633),
    low: exactFigures(0.578444782233742, 0.250866184157123, 2.295948853192),
    high: exactFigures(1.017249386218788, 0.348991783054822, 3.848240265981),
  },
  ante: {
    natural: exactFigures(0.955522913797065, 0.358294526407551, 6.025684794453),
    low: exactFigures(0.58008814282015, 0.290668859140315, 3.655871214772),
    high: exactFigures(1.019030115310306, 0.366986515546106, 6.497301990694),
  },
}
