// Cherry Classic without its feature, as it was played up to version 1.0.0: for rounds that this
// version drew. Must never change.

import type { PerReelSet } from '../../../core/reel-set.ts'
import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import { GAMBLE_RULES } from '../../engine/gamble.ts'
import { exactFigures, NO_FEATURE } from '../../engine/mathematics.ts'
import { readReels } from '../../engine/reels.ts'
import { buildLineSpin, NO_SCATTER, spinLines } from '../../lines/line-spin.ts'
import { CAP_UNITS, CHERRY_CLASSIC, TABLE } from './game.ts'
import { ALPHABET } from './reels.ts'

/** Top to bottom. */
const STRIPS: PerReelSet<readonly string[]> = {
  natural: [
    'CLPRGBCLML7COMOCGB7OLCPRCLPCOG',
    'LBLC7MRGCOCGLOCLC7MRLBPGOPCO',
    'POROPCGBLC7ORBLRL7GPMGCOCMCLCL',
  ],
  low: [
    'OPC7LCORLCMGLOCBLPCGLOLCBLOCOBCB',
    'OLCGOCMBMLGMOLRPMCGMCM7PRMCMLOMCG',
    'GRGLCPGCOPRPCLGOCBGOPOGP7GCGPLPGMP',
  ],
  high: [
    'BGLGCOMRPOLROCPRCBLCGOCP7M7LCL',
    'COPG7MCMOBLCRCLOLOPC7LPGCL',
    'GBLOMP7C7PRCL7COPCLOCGLCGLORMB',
  ],
}

export const cherryClassicV1 = defineGame({
  ...CHERRY_CLASSIC,
  version: '1.0.0',
  mechanics: ['lines', 'gamble'],
  rules: { gamble: GAMBLE_RULES },
  figures: {
    base: {
      natural: exactFigures(0.955, 0.293730158730159, 6.679540456819),
      low: exactFigures(0.570354278074866, 0.262561274509804, 2.693762834368),
      high: exactFigures(1.02, 0.279401709401709, 8.18930780916),
    },
  },
  buildSpinEngine(reelSet) {
    const reels = readReels(STRIPS[reelSet], ALPHABET, CHERRY_CLASSIC.layout.rows)
    const spin = buildLineSpin(reels, TABLE, NO_SCATTER)
    return {
      last: NO_FEATURE,
      spin: (draws, recorder) =>
        capWin(spinLines(spin, 'spin', 1, draws, recorder), CAP_UNITS, recorder),
    }
  },
})
