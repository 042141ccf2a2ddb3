// Whether the time of a refusal distinguishes an unknown partner from a wrong key: sends requests
// to a real node in pairs, in random order, and prints the z of the difference.

import { randomBytes, randomInt } from 'node:crypto'
import { Client } from 'undici'
import { createCommand, defineCommand } from '../src/cli/command-line.ts'
import { countUpTo } from '../src/cli/option-values.ts'
import { printFigures } from './printing.ts'

/**
 * This share of the pairs with the largest differences is left out on both sides: pauses of the
 * machine.
 */
const TRIMMED = 0.05
const Z_MAX = 3

export const command = defineCommand(
  createCommand(
    'npm run bench -- key-timing',
    `Sends pairs of calls to a running node, one with an unknown partner and one with a wrong key,
    and prints the z of the difference of their times. Exits with 1 when its size is 3 or more. The
    node has to trust a proxy on this machine (TRUSTED_PROXIES=127.0.0.0/8), because each call
    claims another address: wrong keys of one address are soon refused unread.`,
  )
    .argument('<url>', 'address of the node')
    .requiredOption('--project <id>', 'a project that exists')
    .option('--pairs <count>', 'how many', countUpTo(1e7), 10_000)
    .option('--json', 'one line on stdout'),
  async (url, { project, pairs, json }) => {
    const client = new Client(url, { pipelining: 1 })
    try {
      const result = summarise(await measurePairs(client, project, pairs))
      printFigures(json, result, ({ z, meanUs }) => [
        `z = ${z} over ${pairs} pairs, mean ${meanUs} us`,
      ])
      return Math.abs(result.z) < Z_MAX ? 0 : 1
    } finally {
      await client.close()
    }
  },
)

/**
 * How much longer the refusal took for the wrong key of the known project, pair by pair, in
 * microseconds.
 */
async function measurePairs(client: Client, project: string, pairs: number): Promise<number[]> {
  const differences: number[] = []
  // One name for all pairs: a name that the node reads for the first time costs a microsecond more,
  // whether it exists or not.
  const unknown = project.replace(/./g, () => String.fromCharCode(randomInt(97, 123)))
  for (let pair = 0; pair < pairs; pair++) {
    const names = [project, unknown]
    const isSwapped = randomInt(2) === 1
    if (isSwapped) names.reverse()
    const first = await timeUs(client, names[0]!)
    const second = await timeUs(client, names[1]!)
    differences.push(isSwapped ? second - first : first - second)
  }
  return differences
}

async function timeUs(client: Client, partner: string): Promise<number> {
  const body = JSON.stringify({ partner, api_key: `rk_${randomBytes(32).toString('base64url')}` })
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  const startedMs = performance.now()
  const answer = await client.request({
    method: 'POST',
    path: '/gameActions.do',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body,
  })
  await answer.body.dump()
  if (answer.statusCode !== 401) throw new Error(`the node answered ${answer.statusCode}`)
  return 1000 * (performance.now() - startedMs)
}

function summarise(differences: readonly number[]) {
  const sorted = differences.toSorted((a, b) => a - b)
  const cut = Math.floor((sorted.length * TRIMMED) / 2)
  const kept = sorted.slice(cut, sorted.length - cut)
  const mean = kept.reduce((sum, us) => sum + us, 0) / kept.length
  const variance = kept.reduce((sum, us) => sum + (us - mean) ** 2, 0) / (kept.length - 1)
  const z = mean / Math.sqrt(variance / kept.length)
  return { pairs: differences.length, meanUs: Number(mean.toFixed(2)), z: Number(z.toFixed(2)) }
}
