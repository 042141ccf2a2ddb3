// The rows of the suite, in their order.

import { actorHop } from './actor-hop.ts'
import { authenticatedPost } from './authenticated-post.ts'
import { durableRows } from './durable-rows.ts'
import { goodput } from './goodput.ts'
import { hangingWallet } from './hanging-wallet.ts'
import { launches } from './launches.ts'
import { luaScripts } from './lua-scripts.ts'
import { paidRounds } from './paid-rounds.ts'
import { returns } from './returns.ts'
import type { Row } from './row.ts'
import { sizes } from './sizes.ts'
import { socketSpin } from './socket-spin.ts'
import { timeToOutcome } from './time-to-outcome.ts'
import { walletCalls } from './wallet-calls.ts'

export const ROWS: readonly Row[] = [
  authenticatedPost,
  socketSpin,
  actorHop,
  luaScripts,
  durableRows,
  walletCalls,
  paidRounds,
  launches,
  hangingWallet,
  goodput,
  sizes,
  timeToOutcome,
  returns,
]
