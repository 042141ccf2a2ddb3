// One connection that listens on a Postgres channel and reconnects by itself. Code that caches
// because of it must read through while it does not listen, because notifications are lost
// meanwhile.

import pg from 'pg'
import { LEDGER_DEADLINE_MS, LEDGER_LISTEN_RETRY_MS } from '../../limits.ts'
import { type DatabaseAddress, directUrl } from '../database/address.ts'

export interface Listening {
  onMessage(payload: string): void
  /** It listens from now on, for the first time or again. */
  onListening?(): void
  /** It no longer listens; notifications are lost from now on. */
  onLost(): void
  /** Called once an outage. */
  onFault(error: unknown): void
}

export interface Listener {
  isListening(): boolean
  close(): Promise<void>
}

export function openListener(address: DatabaseAddress, channel: string, on: Listening): Listener {
  let client: pg.Client | null = null
  let isListening = false
  let isFaultSaid = false
  let retry: NodeJS.Timeout | undefined

  async function listen(): Promise<void> {
    const opened = connect(address)
    client = opened
    opened.on('error', error => lose(opened, error))
    opened.on('end', () => lose(opened, new Error('the listening connection ended')))
    opened.on('notification', ({ payload }) => on.onMessage(payload ?? ''))
    try {
      await opened.connect()
      await opened.query(`LISTEN ${channel}`)
      if (client !== opened) return
      isListening = true
      isFaultSaid = false
      on.onListening?.()
    } catch (error) {
      lose(opened, error)
    }
  }

  function lose(lost: pg.Client, error: unknown): void {
    if (client !== lost) return
    leave()
    if (!isFaultSaid) on.onFault(error)
    isFaultSaid = true
    // The connection has failed already, so a failure of its end does not matter.
    lost.end().catch(() => {})
    retry = setTimeout(() => void listen(), LEDGER_LISTEN_RETRY_MS)
    retry.unref()
  }

  function leave(): void {
    client = null
    if (!isListening) return
    isListening = false
    on.onLost()
  }

  void listen()
  return {
    isListening: () => isListening,
    async close() {
      clearTimeout(retry)
      const open = client
      leave()
      await open?.end()
    },
  }
}

function connect(address: DatabaseAddress): pg.Client {
  return new pg.Client({
    connectionString: directUrl(address),
    connectionTimeoutMillis: LEDGER_DEADLINE_MS,
    query_timeout: LEDGER_DEADLINE_MS,
    keepAlive: true,
    application_name: 'reelhouse listener',
  })
}
