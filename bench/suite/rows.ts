// The rows of the suite, in their order.

import { actorHop } from './actor-hop.ts'
import { authenticatedPost } from './authenticated-post.ts'
import { durableRows } from './durable-rows.ts'
import { launches } from './launches.ts'
import { luaScripts } from './lua-scripts.ts'
import { paidRounds } from './paid-rounds.ts'
import type { Row } from './row.ts'
import { socketSpin } from './socket-spin.ts'
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
]
