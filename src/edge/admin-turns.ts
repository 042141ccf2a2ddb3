// Whose requests of the panel are under way, so that no account and no address has all of them. A body on its way takes
// no turn. Holds no rule of the API.

import type { IncomingMessage } from 'node:http'
import {
  ADMIN_BODIES,
  ADMIN_BODIES_PER_CALLER,
  ADMIN_REQUESTS_AT_ONCE,
  ADMIN_REQUESTS_PER_CALLER,
  ADMIN_STREAMS_PER_ACCOUNT,
} from '../limits/admin.ts'
import { createCounts } from '../limits/counts.ts'
import { createRoom } from './room.ts'

/** Of one request. */
export interface Turn {
  /** Counts it from now on for the account, or for its address; false: there is no room for it. */
  admit(accountId: string | null, isStream: boolean): boolean
  /** The body is waited for outside of the turn; `admit` begins it again. */
  whileWaiting<Body>(
    accountId: string | null,
    req: IncomingMessage,
    body: Promise<Body>,
  ): Promise<Body>
  end(): void
}

/** What a request counts for, and how many of these there may be. */
type Place = readonly [name: string, most: number]

const OF_ALL: Place = ['all', ADMIN_REQUESTS_AT_ONCE]

export function createTurns() {
  const counts = createCounts()
  const bodies = createRoom({ inAll: ADMIN_BODIES, byCaller: ADMIN_BODIES_PER_CALLER })

  return {
    /** Null: there is no room for a request of this address. */
    begin(address: string): Turn | null {
      let taken: readonly Place[] = []
      const nameOf = (accountId: string | null) =>
        accountId === null ? `address ${address}` : `account ${accountId}`

      function take(places: readonly Place[]): boolean {
        for (const [name] of taken) counts.down(name)
        const hasRoom = places.every(([name, most]) => counts.of(name) < most)
        taken = hasRoom ? places : []
        for (const [name] of taken) counts.up(name)
        return hasRoom
      }

      const admit: Turn['admit'] = (accountId, isStream) => {
        const name = nameOf(accountId)
        const streams: Place[] = isStream ? [[`streams of ${name}`, ADMIN_STREAMS_PER_ACCOUNT]] : []
        return take([OF_ALL, [name, ADMIN_REQUESTS_PER_CALLER], ...streams])
      }

      const turn: Turn = {
        admit,
        async whileWaiting(accountId, req, body) {
          const held = {
            caller: nameOf(accountId),
            isAtWork: () => false,
            end: () => void req.destroy(),
          }
          take([])
          bodies.enter(held)
          try {
            return await body
          } finally {
            bodies.leave(held)
          }
        },
        end: () => void take([]),
      }
      return admit(null, false) ? turn : null
    },
  }
}
