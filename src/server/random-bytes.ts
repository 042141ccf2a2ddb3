// Random bytes of the system's generator, read in blocks: one call costs as much as thousands of
// bytes. Bytes that were handed out are not kept.

import { randomFillSync } from 'node:crypto'

/** A small block, because it holds the seeds of future rounds. */
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
