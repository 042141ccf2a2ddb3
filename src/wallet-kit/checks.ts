// All checks of a wallet, in order. docs/wallet-guide.md explains each; a test keeps the two in
// step.

import type { Check } from './check.ts'
import { ADDRESSES, ANSWERS, AT_THE_SAME_MOMENT, NOTICES } from './checks-around.ts'
import { BETS, READING } from './checks-bets.ts'
import { REFUNDS } from './checks-refunds.ts'
import { WINS } from './checks-wins.ts'

export const CHECKS: readonly Check[] = [
  ...READING,
  ...BETS,
  ...WINS,
  ...REFUNDS,
  ...NOTICES,
  ...ADDRESSES,
  ...AT_THE_SAME_MOMENT,
  ...ANSWERS,
]
