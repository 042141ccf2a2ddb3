// Counts the panel's requests in progress, so that no account and no address takes all slots. A
// request whose body is still arriving takes no slot. Holds no rule of the API.

import type { IncomingMessage } from 'node:http'
import {
  ADMIN_BODIES,
  ADMIN_BODIES_PER_CALLER,
  ADMIN_REQUESTS_AT_ONCE,
  ADMIN_REQUESTS_PER_CALLER,
  ADMIN_STREAMS_PER_ACCOUNT,
} from '../limits/admin.ts'
import { createCounts } from '../limits/counts.ts'
import { createRoom } from '../limits/room.ts'

/** The slot of one request. */
export interface Turn {
  /**
   * Counts the request from now on for the account, or for its address; false: there is no free
   * slot.
   */
  admit(accountId: string | null, isStream: boolean): boolean
  /** Waits for the body outside the slot; `admit` takes a slot again. */
  whileWaiting<Body>(
    accountId: string | null,
    req: IncomingMessage,
    body: Promise<Body>,
  ): Promise<Body>
  /** Gives the slot back for good. */
  end(): void
}

/** What a request counts for, and the limit of that count. */
type Place = readonly [name: string, most: number]

const OF_ALL: Place = ['all', ADMIN_REQUESTS_AT_ONCE]

export function createTurns() {
  const counts = createCounts()
  const bodies = createRoom({ inAll: ADMIN_BODIES, byCaller: ADMIN_BODIES_PER_CALLER })

  return {
    /** Null: there is no free slot for this address. */
    begin(address: string): Turn | null {
      let taken: readonly Place[] = []
      let isOver = false
      const nameOf = (accountId: string | null) =>
        accountId === null ? `address ${address}` : `account ${accountId}`

      function take(places: readonly Place[]): boolean {
        for (const [name] of taken) counts.down(name)
        const hasRoom = !isOver && places.every(([name, most]) => counts.of(name) < most)
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
        end() {
          isOver = true
          take([])
        },
      }
      return admit(null, false) ? turn : null
    },
  }
}
