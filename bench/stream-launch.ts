// Sessions of a stream, launched as an operator launches them. Does not depend on how they play.

import { setTimeout as sleep } from 'node:timers/promises'
import { Pool as HttpPool } from 'undici'
import { CURRENCIES } from '../src/core/money.ts'
import type { Platform } from './stream-platform.ts'

const LAUNCHES_AT_ONCE = 16

export interface Launched {
  link: string
  meta: { session_id: string }
}

/** Runs `work` for every number below `count`, `atOnce` at a time. */
export async function forEach(count: number, atOnce: number, work: (i: number) => Promise<void>) {
  let next = 0
  const worker = async () => {
    while (next < count) await work(next++)
  }
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker))
}

/**
 * Sessions of the games and currencies in turn. A launch over the quota waits for the time given in
 * the answer.
 */
export async function launchAll(
  platform: Pick<Platform, 'baseUrl' | 'projectId' | 'apiKey'>,
  prefix: string,
  count: number,
  gameIds: readonly string[],
  currencies: readonly string[] = CURRENCIES,
): Promise<Launched[]> {
  const http = new HttpPool(platform.baseUrl, { connections: LAUNCHES_AT_ONCE })
  const launched = new Array<Launched>(count)
  await forEach(count, LAUNCHES_AT_ONCE, async i => {
    const body = JSON.stringify({
      provider: 'own',
      partner: platform.projectId,
      api_key: platform.apiKey,
      player_id: `${prefix}${i}`,
      currency: currencies[Math.floor(i / gameIds.length) % currencies.length],
      symbol: gameIds[i % gameIds.length]!,
      gametype: 'demo',
    })
    for (;;) {
      const {
        statusCode,
        headers,
        body: answer,
      } = await http.request({
        path: '/playGame.do',
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body,
      })
      const text = await answer.text()
      if (statusCode === 200) {
        launched[i] = JSON.parse(text)
        return
      }
      if (statusCode !== 429) throw new Error(`launch answered ${statusCode}: ${text}`)
      await sleep(1000 * Number(headers['retry-after'] ?? 1))
    }
  })
  await http.close()
  return launched
}
