// Sessions of a stream, launched as an operator launches them. Does not depend on how they play.

import { setTimeout as sleep } from 'node:timers/promises'
import { Pool as HttpPool } from 'undici'
import { CURRENCIES } from '../src/core/money.ts'
import { forEach } from './suite/load.ts'
import type { Operator } from './suite/operators.ts'

const LAUNCHES_AT_ONCE = 16

export interface Launched {
  link: string
  meta: { session_id: string }
}

/** The session token of a play link. */
export const tokenOf = (link: string) =>
  new URLSearchParams(new URL(link).hash.slice(1)).get('token')!

/**
 * Sessions of the games and currencies in turn. A launch over the quota waits for the time given in
 * the answer.
 */
export async function launchAll(
  { baseUrl, projectId, apiKey }: Operator,
  prefix: string,
  count: number,
  gameIds: readonly string[],
  currencies: readonly string[] = CURRENCIES,
): Promise<Launched[]> {
  const http = new HttpPool(baseUrl, { connections: LAUNCHES_AT_ONCE })
  const launched = new Array<Launched>(count)
  await forEach(count, LAUNCHES_AT_ONCE, async i => {
    const body = JSON.stringify({
      provider: 'own',
      partner: projectId,
      api_key: apiKey,
      player_id: `${prefix}${i}`,
      currency: currencies[Math.floor(i / gameIds.length) % currencies.length],
      symbol: gameIds[i % gameIds.length]!,
      gametype: 'demo',
    })
    for (;;) {
      const headers = { 'content-type': 'application/json' }
      const answer = await http.request({ path: '/playGame.do', method: 'POST', headers, body })
      const text = await answer.body.text()
      if (answer.statusCode === 200) {
        launched[i] = JSON.parse(text)
        return
      }
      if (answer.statusCode !== 429)
        throw new Error(`launch answered ${answer.statusCode}: ${text}`)
      await sleep(1000 * Number(answer.headers['retry-after'] ?? 1))
    }
  })
  await http.close()
  return launched
}
