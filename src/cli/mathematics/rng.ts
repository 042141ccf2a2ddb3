// `reelhouse rng --raw`: the generator's numbers as bytes, for statistical test batteries such as
// dieharder. The same generator that draws every round; writes nothing but the bytes.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { SEED_BYTES } from '../../games/engine/contract.ts'
import { Draws } from '../../games/engine/rng.ts'
import { readArguments, refuseUse } from '../command-line.ts'

const HELP = `
reelhouse rng --raw [options]

Writes random bytes to standard output until the reader has enough:

  npx reelhouse rng --raw | dieharder -a -g 200

  --raw          required: bytes, little-endian 32-bit words
  --seed HEX     64 hex digits; the same seed gives the same bytes (default: a fresh one)
  --bytes N      stop after N bytes (default: never)
  --help         this text
`

const OPTIONS = {
  raw: { type: 'boolean' },
  seed: { type: 'string' },
  bytes: { type: 'string' },
} as const

const CHUNK_BYTES = 64 * 1024

export async function run(args: string[]): Promise<number> {
  const parsed = readArguments(args, HELP, OPTIONS)
  if (!parsed.ok) return parsed.exitCode
  const { raw, seed, bytes } = parsed.values
  if (raw !== true) return refuseUse('Only --raw is offered.').exitCode
  if (seed !== undefined && !/^[0-9a-f]{64}$/i.test(seed)) {
    return refuseUse('A seed is 64 hex digits.').exitCode
  }
  if (bytes !== undefined && !/^[0-9]{1,15}$/.test(bytes)) {
    return refuseUse('--bytes is a whole number.').exitCode
  }
  const draws = new Draws(seed === undefined ? randomBytes(SEED_BYTES) : Buffer.from(seed, 'hex'))
  await writeWords(draws, bytes === undefined ? Number.POSITIVE_INFINITY : Number(bytes))
  return 0
}

/** Ends when all is written or the reader has closed the pipe. */
async function writeWords(draws: Draws, bytes: number): Promise<void> {
  let closed = false
  process.stdout.on('error', () => {
    closed = true
  })
  for (let left = bytes; left > 0 && !closed; left -= CHUNK_BYTES) {
    const chunk = Buffer.alloc(CHUNK_BYTES)
    for (let at = 0; at < CHUNK_BYTES; at += 4) chunk.writeUInt32LE(draws.word(), at)
    const isRoom = process.stdout.write(chunk.subarray(0, Math.min(left, CHUNK_BYTES)))
    // A reader that has enough closes the pipe: that is the end, not a failure.
    if (!isRoom) await once(process.stdout, 'drain').catch(() => {})
  }
}
