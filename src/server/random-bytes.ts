// Random bytes of the system's generator, asked for in blocks: one question costs as much as thousands of
// bytes. What was handed out is not kept.

import { randomFillSync } from 'node:crypto'

/** A small block: what it holds is the seeds of rounds to come. */
const BLOCK_BYTES = 4_096

/** @param count of bytes, at most a block */
export type TakeBytes = (count: number) => Uint8Array

export function createRandomBytes(
  fill: (block: Uint8Array) => unknown = randomFillSync,
): TakeBytes {
  const block = new Uint8Array(BLOCK_BYTES)
  let next = BLOCK_BYTES
  return count => {
    if (count > BLOCK_BYTES) throw new RangeError(`${count} bytes are more than a block`)
    if (next + count > BLOCK_BYTES) {
      fill(block)
      next = 0
    }
    const taken = block.slice(next, next + count)
    block.fill(0, next, next + count)
    next += count
    return taken
  }
}
