// Owns repeatable disorder for scenery: stars, bulbs and sprinkles are placed identically at every
// drawing. It must never be used for anything that affects a win.

/** Numbers from 0 to 1, always the same for a seed. */
export function disorder(seed: number): () => number {
  let state = seed >>> 0 || 1
  return () => {
    state ^= state << 13
    state >>>= 0
    state ^= state >>> 17
    state ^= state << 5
    state >>>= 0
    return state / 0xffffffff
  }
}
