// The reel strips of Cherry Classic, one set a reel set. Must never hold pays: they are the
// same under every reel set.

import type { PerReelSet } from '../../../core/reel-set.ts'

/** Letters of the symbols in the order of their ids. */
export const ALPHABET = '7RBMGPOLC'

/** Top to bottom. Stops: natural 30 x 28 x 30, low 32 x 33 x 34, high 30 x 26 x 30. */
export const STRIPS: PerReelSet<readonly string[]> = {
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
