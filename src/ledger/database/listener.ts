// The one connection of a process that listens to a database, on all its channels; it reconnects by
// itself. Code that caches because of it must read through while it does not listen, because
// notifications are lost meanwhile.

import pg from 'pg'
import { LEDGER_DEADLINE_MS, LEDGER_LISTEN_RETRY_MS } from '../../limits.ts'
import { type DatabaseAddress, directUrl, reach } from './address.ts'

export interface Listening {
  onMessage(payload: string): void
  /** It listens from now on, for the first time or again. */
  onListening?(): void
  /** It no longer listens; notifications are lost from now on. */
  onLost?(): void
}

/** What follows one channel. */
export interface Listener {
  isListening(): boolean
  /** Nothing is called any more. */
  close(): Promise<void> | void
}

/** Calls `onListening` at once where the connection already listens. */
export type Listen = (channel: string, on: Listening) => Listener

export interface DatabaseListener {
  listen: Listen
  /** Listens to the database at another address from now on. */
  moveTo(address: DatabaseAddress): void
  close(): Promise<void>
}

/** @param onFault called once an outage */
export function openListener(
  address: DatabaseAddress,
  channels: readonly string[],
  onFault: (error: unknown) => void,
): DatabaseListener {
  const followers = new Map(channels.map(channel => [channel, new Set<Listening>()]))
  let place = address
  let client: pg.Client | null = null
  let isListening = false
  let isFaultSaid = false
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const opened = newClient(place)
    client = opened
    opened.on('error', error => lose(opened, error))
    opened.on('end', () => lose(opened, new Error('the listening connection ended')))
    opened.on('notification', ({ channel, payload = '' }) => {
      for (const on of followers.get(channel) ?? []) on.onMessage(payload)
    })
    try {
      await opened.connect()
      await opened.query(channels.map(channel => `LISTEN ${channel}`).join('; '))
      if (client !== opened) return
      isListening = true
      isFaultSaid = false
      for (const on of all()) on.onListening?.()
    } catch (error) {
      lose(opened, error)
    }
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return
    leave()
    if (!isFaultSaid) onFault(error)
    isFaultSaid = true
    // The connection has failed already, so a failure of its end does not matter.
    lost.end().catch(() => {})
    retry = setTimeout(() => void connect(), LEDGER_LISTEN_RETRY_MS)
    retry.unref()
  }

  function leave(): void {
    client = null
    if (!isListening) return
    isListening = false
    for (const on of all()) on.onLost?.()
  }

  const all = () => [...followers.values()].flatMap(each => [...each])

  void connect()
  return {
    listen(channel, on) {
      const ofChannel = followers.get(channel)
      if (ofChannel === undefined) throw new Error(`${channel} is not listened to`)
      ofChannel.add(on)
      if (isListening) on.onListening?.()
      return { isListening: () => isListening, close: () => void ofChannel.delete(on) }
    },
    moveTo(next) {
      place = next
      clearTimeout(retry)
      const former = client
      leave()
      former?.end().catch(() => {})
      void connect()
    },
    async close() {
      clearTimeout(retry)
      const open = client
      leave()
      await open?.end()
    },
  }
}

function newClient(address: DatabaseAddress): pg.Client {
  return new pg.Client({
    ...reach(directUrl(address)),
    connectionTimeoutMillis: LEDGER_DEADLINE_MS,
    query_timeout: LEDGER_DEADLINE_MS,
    keepAlive: true,
    application_name: 'reelhouse listener',
  })
}
