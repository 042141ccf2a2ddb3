// Every attack that could harm a neighbour, by the role that can try it.

import type { Attack } from './attack.ts'
import { WALLET_ATTACKS } from './by-wallet.ts'
import { HTTP_ATTACKS } from './over-http.ts'
import { PLAY_ATTACKS } from './over-play.ts'

export const ATTACKS: readonly Attack[] = [...HTTP_ATTACKS, ...PLAY_ATTACKS, ...WALLET_ATTACKS]
