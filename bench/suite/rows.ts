// The rows of the suite, in their order.

import { actorHop } from './actor-hop.ts'
import { authenticatedPost } from './authenticated-post.ts'
import type { Row } from './row.ts'
import { walletCalls } from './wallet-calls.ts'

export const ROWS: readonly Row[] = [authenticatedPost, actorHop, walletCalls]
