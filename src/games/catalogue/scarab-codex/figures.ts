// The published figures of Scarab Codex. Must equal what par.ts computes: a test compares
// them.

import { exactFigures, type Game } from '../../engine/mathematics.ts'

export const FIGURES: Game['figures'] = {
  base: {
    natural: exactFigures(0.954107098136229, 0.227436738085664, 11.047094171241),
    low: exactFigures(0.568218516832113, 0.205817956803713, 5.090329390922),
    high: exactFigures(1.015663012407934, 0.239857473201753, 12.402361847519),
  },
  buy: {
    natural: exactFigures(0.952265671535258, 1, 114.467264141989),
    low: exactFigures(0.582043212483202, 1, 45.444366178609),
    high: exactFigures(1.012022327059388, 1, 130.692155484936),
  },
}
