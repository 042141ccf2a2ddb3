// `reelhouse rng --raw`: the generator's numbers as bytes, for statistical test batteries such as
// dieharder. The same generator that draws every round; writes nothing but the bytes.

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { InvalidArgumentError } from '@commander-js/extra-typings'
import { SEED_BYTES } from '../../games/engine/contract.ts'
import { Draws } from '../../games/engine/rng.ts'
import { createCommand, defineCommand } from '../command-line.ts'
import { countUpTo } from '../option-values.ts'

const CHUNK_BYTES = 64 * 1024

export const command = defineCommand(
  createCommand(
    'reelhouse rng',
    'Writes random bytes to standard output until the reader has enough.',
  )
    .requiredOption('--raw', 'bytes: little-endian 32-bit words; there is no other form')
    .option(
      '--seed <hex>',
      '64 hex digits; the same seed gives the same bytes (default: a fresh one)',
      readHex,
    )
    .option('--bytes <count>', 'stop after so many bytes (default: never)', countUpTo(1e15, 0))
    .addHelpText('after', '\n  npx reelhouse rng --raw | dieharder -a -g 200'),
  async ({ seed, bytes }) => {
    await writeWords(new Draws(seed ?? randomBytes(SEED_BYTES)), bytes ?? Number.POSITIVE_INFINITY)
    return 0
  },
)

function readHex(text: string): Uint8Array {
  if (/^[0-9a-f]{64}$/i.test(text)) return Buffer.from(text, 'hex')
  throw new InvalidArgumentError('It is 64 hex digits.')
}

/** Ends when everything is written or the reader has closed the pipe. */
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
