// A pool whose database may move to another server while it is in use. Work that has a connection
// keeps it to its end; everything later gets one to the new address.

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
      // Resolves when the last lent connection came back.
      former.end().catch(onError)
    },
  }
}

function refuseMove(): never {
  throw new Error('this pool was opened for one address')
}
