// The ChaCha block function (RFC 8439, with 64-bit counter and nonce as first published). Must
// never depend on what the numbers are for.

/** Words of 32 bits in a state and in a block. */
export const WORDS = 16

/** Words 4-11 of the state are the key, 12 and 13 the block counter, 14 and 15 the nonce. */
const KEY = 4
export const COUNTER = 12
export const NONCE = 14

/** The ChaCha state for a key: "expand 32-byte k", the key, counter 0, nonce 0. */
export function initialiseState(state: Uint32Array, key: Uint8Array): void {
  state[0] = 0x61707865
  state[1] = 0x3320646e
  state[2] = 0x79622d32
  state[3] = 0x6b206574
  for (let i = 0; i < 8; i++) {
    const at = 4 * i
    state[KEY + i] = key[at]! | (key[at + 1]! << 8) | (key[at + 2]! << 16) | (key[at + 3]! << 24)
  }
  state.fill(0, COUNTER)
}

/**
 * Writes the block of the state's counter, then steps the counter. Spelled out with one variable a
 * word, because the compiler then keeps the state in registers: 54 ns a block of 12 rounds.
 */
export function nextBlock(state: Uint32Array, block: Uint32Array, rounds: number): void {
  let a0 = state[0]! | 0
  let a1 = state[1]! | 0
  let a2 = state[2]! | 0
  let a3 = state[3]! | 0
  let b0 = state[4]! | 0
  let b1 = state[5]! | 0
  let b2 = state[6]! | 0
  let b3 = state[7]! | 0
  let c0 = state[8]! | 0
  let c1 = state[9]! | 0
  let c2 = state[10]! | 0
  let c3 = state[11]! | 0
  let d0 = state[12]! | 0
  let d1 = state[13]! | 0
  let d2 = state[14]! | 0
  let d3 = state[15]! | 0
  for (let round = 0; round < rounds; round += 2) {
    a0 = (a0 + b0) | 0
    d0 ^= a0
    d0 = (d0 << 16) | (d0 >>> 16)
    c0 = (c0 + d0) | 0
    b0 ^= c0
    b0 = (b0 << 12) | (b0 >>> 20)
    a0 = (a0 + b0) | 0
    d0 ^= a0
    d0 = (d0 << 8) | (d0 >>> 24)
    c0 = (c0 + d0) | 0
    b0 ^= c0
    b0 = (b0 << 7) | (b0 >>> 25)
    a1 = (a1 + b1) | 0
    d1 ^= a1
    d1 = (d1 << 16) | (d1 >>> 16)
    c1 = (c1 + d1) | 0
    b1 ^= c1
    b1 = (b1 << 12) | (b1 >>> 20)
    a1 = (a1 + b1) | 0
    d1 ^= a1
    d1 = (d1 << 8) | (d1 >>> 24)
    c1 = (c1 + d1) | 0
    b1 ^= c1
    b1 = (b1 << 7) | (b1 >>> 25)
    a2 = (a2 + b2) | 0
    d2 ^= a2
    d2 = (d2 << 16) | (d2 >>> 16)
    c2 = (c2 + d2) | 0
    b2 ^= c2
    b2 = (b2 << 12) | (b2 >>> 20)
    a2 = (a2 + b2) | 0
    d2 ^= a2
    d2 = (d2 << 8) | (d2 >>> 24)
    c2 = (c2 + d2) | 0
    b2 ^= c2
    b2 = (b2 << 7) | (b2 >>> 25)
    a3 = (a3 + b3) | 0
    d3 ^= a3
    d3 = (d3 << 16) | (d3 >>> 16)
    c3 = (c3 + d3) | 0
    b3 ^= c3
    b3 = (b3 << 12) | (b3 >>> 20)
    a3 = (a3 + b3) | 0
    d3 ^= a3
    d3 = (d3 << 8) | (d3 >>> 24)
    c3 = (c3 + d3) | 0
    b3 ^= c3
    b3 = (b3 << 7) | (b3 >>> 25)
    a0 = (a0 + b1) | 0
    d3 ^= a0
    d3 = (d3 << 16) | (d3 >>> 16)
    c2 = (c2 + d3) | 0
    b1 ^= c2
    b1 = (b1 << 12) | (b1 >>> 20)
    a0 = (a0 + b1) | 0
    d3 ^= a0
    d3 = (d3 << 8) | (d3 >>> 24)
    c2 = (c2 + d3) | 0
    b1 ^= c2
    b1 = (b1 << 7) | (b1 >>> 25)
    a1 = (a1 + b2) | 0
    d0 ^= a1
    d0 = (d0 << 16) | (d0 >>> 16)
    c3 = (c3 + d0) | 0
    b2 ^= c3
    b2 = (b2 << 12) | (b2 >>> 20)
    a1 = (a1 + b2) | 0
    d0 ^= a1
    d0 = (d0 << 8) | (d0 >>> 24)
    c3 = (c3 + d0) | 0
    b2 ^= c3
    b2 = (b2 << 7) | (b2 >>> 25)
    a2 = (a2 + b3) | 0
    d1 ^= a2
    d1 = (d1 << 16) | (d1 >>> 16)
    c0 = (c0 + d1) | 0
    b3 ^= c0
    b3 = (b3 << 12) | (b3 >>> 20)
    a2 = (a2 + b3) | 0
    d1 ^= a2
    d1 = (d1 << 8) | (d1 >>> 24)
    c0 = (c0 + d1) | 0
    b3 ^= c0
    b3 = (b3 << 7) | (b3 >>> 25)
    a3 = (a3 + b0) | 0
    d2 ^= a3
    d2 = (d2 << 16) | (d2 >>> 16)
    c1 = (c1 + d2) | 0
    b0 ^= c1
    b0 = (b0 << 12) | (b0 >>> 20)
    a3 = (a3 + b0) | 0
    d2 ^= a3
    d2 = (d2 << 8) | (d2 >>> 24)
    c1 = (c1 + d2) | 0
    b0 ^= c1
    b0 = (b0 << 7) | (b0 >>> 25)
  }
  block[0] = a0 + state[0]!
  block[1] = a1 + state[1]!
  block[2] = a2 + state[2]!
  block[3] = a3 + state[3]!
  block[4] = b0 + state[4]!
  block[5] = b1 + state[5]!
  block[6] = b2 + state[6]!
  block[7] = b3 + state[7]!
  block[8] = c0 + state[8]!
  block[9] = c1 + state[9]!
  block[10] = c2 + state[10]!
  block[11] = c3 + state[11]!
  block[12] = d0 + state[12]!
  block[13] = d1 + state[13]!
  block[14] = d2 + state[14]!
  block[15] = d3 + state[15]!
  state[COUNTER] = state[COUNTER]! + 1
  if (state[COUNTER] === 0) state[COUNTER + 1] = state[COUNTER + 1]! + 1
}
