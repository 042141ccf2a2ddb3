// A pool whose database may move to another server while it is in use. Work that has a connection
// keeps it to its end; everything later gets one to the new address.

import { setTimeout } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { DatabaseAddress } from './address.ts'

export interface MovablePool {
  readonly pool: Pool
  moveTo(address: DatabaseAddress): void
}

/**
 * @param isMovable false: the pool itself, without anything in between; it must not be moved
 * @param onError called when the former connections can't be closed
 */
export function openMovablePool(
  address: DatabaseAddress,
  isMovable: boolean,
  open: (address: DatabaseAddress) => Pool,
  onError: (error: Error) => void,
): MovablePool {
  let current = open(address)
  if (!isMovable) return { pool: current, moveTo: refuseMove }
  const pool = new Proxy({} as Pool, {
    get(_, name) {
      const value: unknown = Reflect.get(current, name)
      return typeof value === 'function' ? value.bind(current) : value
    },
  })
  return {
    pool,
    moveTo(next) {
      const former = current
      current = open(next)
      endServed(former).catch(onError)
    },
  }
}

const SERVED_POLL_MS = 10

/**
 * Closes the pool once all who wait for a connection have had one: a pool that ends leaves them
 * waiting until their deadline. They wait no longer than that, so this ends too. Resolves when the
 * last lent connection came back.
 */
async function endServed(pool: Pool): Promise<void> {
  while (pool.waitingCount > 0) await setTimeout(SERVED_POLL_MS)
  await pool.end()
}

function refuseMove(): never {
  throw new Error('this pool was opened for one address')
}
