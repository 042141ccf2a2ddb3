// `reelhouse rng --raw` as a program: its bytes are the generator's own words.

import { execFile } from 'node:child_process'
import path from 'node:path'
import { promisify } from 'node:util'
import t from 'tap'
import { Draws } from '../../src/games/engine/rng.ts'

const SEED = '0f'.repeat(32)
const PROGRAM = path.join(import.meta.dirname, '..', 'support', 'reelhouse.js')

async function rng(...args: string[]): Promise<Buffer> {
  const env = { PATH: process.env.PATH }
  const options = { encoding: 'buffer', maxBuffer: 1 << 20, env } as const
  const { stdout } = await promisify(execFile)(process.execPath, [PROGRAM, 'rng', ...args], options)
  return stdout
}

t.test('the same seed gives the same bytes: the words every round is drawn from', async t => {
  const bytes = await rng('--raw', '--seed', SEED, '--bytes', '100002')
  t.equal(bytes.length, 100_002)
  const draws = new Draws(Buffer.from(SEED, 'hex'))
  const words = Buffer.alloc(100_004)
  for (let at = 0; at < words.length; at += 4) words.writeUInt32LE(draws.word(), at)
  t.ok(bytes.equals(words.subarray(0, 100_002)))
})

t.test('without a seed no two runs are alike', async t => {
  const one = await rng('--raw', '--bytes', '32')
  t.notOk(one.equals(await rng('--raw', '--bytes', '32')))
})

t.test('a broken option is refused, and nothing is written', async t => {
  for (const args of [[], ['--raw', '--seed', 'xyz'], ['--raw', '--bytes', '-1']]) {
    await t.rejects(rng(...args), { code: 2 })
  }
})
