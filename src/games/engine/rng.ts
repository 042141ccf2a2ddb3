// How a round's seed becomes random numbers: ChaCha with 12 rounds, the seed as its key, expanded
// lazily, ranges by rejection. Must never read a clock or the operating system, nor allocate per
// draw.

import { COUNTER, initialiseState, NONCE, nextBlock, WORDS } from './chacha.ts'
import { SEED_BYTES, type Seed } from './contract.ts'

/**
 * 12 rounds, as in Rust's standard generator: known attacks reach far fewer, and a block takes 54
 * ns here. The seed is used once, so the nonce stays zero and the counter starts at zero.
 */
const ROUNDS = 12

const HALVES_PER_BLOCK = 2 * WORDS

/** The nonce of derived seeds: the streams of rounds use 0. */
const DERIVED = 1
/** Rounds of the full ChaCha20, for one block a seed. */
const DERIVING_ROUNDS = 20

/**
 * Seed number `number` of a family: unrelated to its neighbours and to the numbers from the
 * family's seed itself. For simulations and searches; every player's round has a separate random
 * seed.
 */
export function deriveSeed(family: Seed, number: number): Seed {
  const state = new Uint32Array(WORDS)
  const block = new Uint32Array(WORDS)
  initialiseState(state, family)
  state[COUNTER] = number
  state[NONCE] = DERIVED
  nextBlock(state, block, DERIVING_ROUNDS)
  return new Uint8Array(block.buffer, 0, SEED_BYTES)
}

/** The numbers of one round, in order. Two objects with the same seed give the same numbers. */
export class Draws {
  readonly #state = new Uint32Array(WORDS)
  readonly #block = new Uint32Array(WORDS)
  /** The block in halves of 16 bits: most draws need only one, so a block serves 32 of them. */
  readonly #halves = new Uint16Array(this.#block.buffer)
  #next = HALVES_PER_BLOCK

  constructor(seed: Seed) {
    this.reseed(seed)
  }

  /** Starts again from another seed, so that a search over many seeds allocates nothing. */
  reseed(seed: Seed): void {
    if (seed.length !== SEED_BYTES) {
      throw new RangeError(`a seed has ${SEED_BYTES} bytes, this one ${seed.length}`)
    }
    initialiseState(this.#state, seed)
    this.#next = HALVES_PER_BLOCK
  }

  /** 32 uniform bits as an unsigned integer. */
  word(): number {
    const low = this.#half()
    return (this.#half() * 65_536 + low) >>> 0
  }

  /**
   * A uniform integer from 0 to range - 1, for a range of 1 to 65,536. Multiply and reject (Lemire
   * 2019): the product's upper half is the number; a lower half under 65,536 mod range would make
   * some numbers likelier than others, so it is drawn again. Without the rejection this is biased.
   */
  below(range: number): number {
    let product = Math.imul(this.#half(), range)
    let low = product & 0xffff
    if (low < range) {
      const threshold = 65_536 % range
      while (low < threshold) {
        product = Math.imul(this.#half(), range)
        low = product & 0xffff
      }
    }
    return product >>> 16
  }

  #half(): number {
    if (this.#next === HALVES_PER_BLOCK) {
      nextBlock(this.#state, this.#block, ROUNDS)
      this.#next = 0
    }
    return this.#halves[this.#next++]!
  }
}
