// Forty Suns without its free games, as it was played up to version 1.0.0: for rounds that this
// version drew. Must never change.

import { defineGame } from '../../engine/define-game.ts'
import { capWin } from '../../engine/free-games.ts'
import { exactFigures, NO_FEATURE, type PerMode } from '../../engine/mathematics.ts'
import { readReels } from '../../engine/reels.ts'
import { payScatters } from '../../engine/scatters.ts'
import { buildLineSpin, spinLines } from '../../lines/line-spin.ts'
import { CAP_UNITS, FORTY_SUNS, SCATTER, SCATTER_PAYS, TABLE } from './game.ts'
import { ALPHABET } from './reels.ts'

/** Top to bottom. */
const STRIPS: PerMode<readonly string[]> = {
  base: {
    natural: [
      'HHTCCCAAAZZHHHMMMAAJPPEEECCPPSSS',
      'TPPHHMMAAAPPEEAAAPPPCCHHJZZSSSS',
      'AAAZZMMEEPPTHHJJEEPPHHCCCJJZZSSS',
      'ZZZPPPTEEEJJCCHHHMMAAPPCCMMSSSS',
      'PPPHHHJAAMMMZZAAPPPZZCCCTEEHHSSS',
    ],
    low: [
      'EEEAAZZZPPPAACCMMMZZJJJPPPCCTPPPHHHSSS',
      'HHHPPPMMCCPPPAAAJHHHEEAAATHHAAAPPPZZSSS',
      'TCCCMMJJEEEHHZZCCHHMMPPPAAEEJJZZZAASSS',
      'AAMMPPPAAAHHEEEPPHHHAAZZPPHHHTZZCCCJSSS',
      'TPPPMMHHHEECCZZHHJJJAACCZZEEAAPPPMMSSS',
    ],
    high: [
      'TCCZZPPJEEHHAAPPPHHHAAAPPMMAASSS',
      'AAAPPPZZJJTHHEEAAAPPMMMCCPPSSSS',
      'PPPHHHZZJTCCCAAZZZCCAAEEMMHHSSSS',
      'PPEEMMPPPZZHHCCCJZZCCAAAHHTSSSS',
      'MMJJJCCCAAAHHMMEEZZPPPEETZZPPSSS',
    ],
  },
  ante: {
    natural: [
      'HHJJPPCCCHHMMAAAEEETZZMMPPZZSSSS',
      'TAAAJJPPPMMAAAJJPPEEHHHCCCZZSSSSS',
      'ZZAAEEETPPHHAAMMMPPPCCHHHJCCSSSS',
      'PPZZAAAJZZTPPPEEMMCCCEEHHHAASSSSS',
      'ZZMMTCCEEHHHAAPPZZHHCCJJPPAASSSS',
    ],
    low: [
      'MMJPPPCCCHHHPPPAACCTZZPPHHHAAAEESSS',
      'PPPEECCMMJJCCAAZZHHHEEEMMJJZZTSSSS',
      'AAAPPTAAAEEEZZZMMPPPJCCAAAPPPHHSSSS',
      'TCCEEEHHHJAAAMMMPPHHCCCAAPPZZZSSSS',
      'JJPPPHHZZAAACCMMMZZZJJPPPHHTEECCSSS',
    ],
    high: [
      'EEPPPJEEZZHHMMPPPAAACCCTZZAASSSS',
      'CCHHJJJZZZPPPAAAEETCCZZMMMHHSSSSS',
      'AAAPPMMCCZZTAAHHHPPEEJHHHCCSSSSS',
      'TJHHHPPPMMAAAPPZZZEEEHHAACCCSSSSS',
      'CCEEETHHPPPJJAAHHCCCZZAAMMPPSSSS',
    ],
  },
}

export const fortySunsV1 = defineGame({
  ...FORTY_SUNS,
  version: '1.0.0',
  mechanics: ['lines', 'wilds', 'stacked-wilds', 'ante-bet'],
  figures: {
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
  },
  buildSpinEngine(reelSet, mode) {
    const reels = readReels(STRIPS[mode]![reelSet], ALPHABET, FORTY_SUNS.layout.rows)
    const spin = buildLineSpin(reels, TABLE, SCATTER)
    return {
      last: NO_FEATURE,
      spin(draws, recorder) {
        const lineUnits = spinLines(spin, 'spin', 1, draws, recorder)
        const { scatters, board } = spin
        const scatterUnits = payScatters(SCATTER, scatters, board, SCATTER_PAYS, 1, recorder)
        return capWin(lineUnits + scatterUnits, CAP_UNITS, recorder)
      },
    }
  },
})
