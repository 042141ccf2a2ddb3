// Draws rounds of the line games again, from docs/games.md and the PAR sheets alone: seed to
// numbers, level to reel set, stops to board, board to win. No code of the mathematics is used;
// strips and lines are its data.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../../../src/environment.ts'
import * as cherryReels from '../../../src/games/catalogue/cherry-classic/reels.ts'
import * as sunReels from '../../../src/games/catalogue/forty-suns/reels.ts'
import { GAMES } from '../../../src/games/catalogue/games.ts'
import * as lanternReels from '../../../src/games/catalogue/lucky-lanterns/reels.ts'

/** A round of the ledger, as far as it decides its outcome. */
interface DrawnRound {
  gameId: string
  gameVersion: string
  gameMode: string
  seed: Uint8Array
  levelBps: number | null
  /** Of a round of a target outcome, whose reel set is not drawn. */
  reelSet: string | null
  choices: readonly string[]
}

interface Strips {
  base: readonly string[]
  free: readonly string[] | null
}

/** What the rules of a game say besides its paytable. */
interface Rules {
  alphabet: string
  strips(mode: string, reelSet: 'natural' | 'low' | 'high'): Strips
  /** Free games by scatters, and what multiplies their wins. */
  awarded: readonly number[]
  freeMultiplier: number
  /** Every wild of a free game adds one to the multiplier. */
  wildsGrow: boolean
  /** Two reels full of one symbol stay, and the third spins until it wins. */
  holdsReels: boolean
  gambles: boolean
}

const LANTERN_AWARDS = [0, 0, 0, 10, 12, 20]
const SUN_AWARDS = [0, 0, 0, 10, 12, 15]
const HELD_MULTIPLIER = 2
const MOST_RESPINS = 100

const RULES: Readonly<Record<string, Rules>> = {
  'cherry-classic': {
    alphabet: cherryReels.ALPHABET,
    strips: (_, reelSet) => ({ base: cherryReels.STRIPS[reelSet], free: null }),
    awarded: [],
    freeMultiplier: 1,
    wildsGrow: false,
    holdsReels: true,
    gambles: true,
  },
  'forty-suns': {
    alphabet: sunReels.ALPHABET,
    strips: (mode, reelSet) => ({
      base: sunReels.STRIPS[mode]![reelSet],
      free: sunReels.FREE_STRIPS[reelSet],
    }),
    awarded: SUN_AWARDS,
    freeMultiplier: 1,
    wildsGrow: true,
    holdsReels: false,
    gambles: false,
  },
  'lucky-lanterns': {
    alphabet: lanternReels.ALPHABET,
    strips: (_, reelSet) => lanternReels.STRIPS[reelSet],
    awarded: LANTERN_AWARDS,
    freeMultiplier: 3,
    wildsGrow: false,
    holdsReels: false,
    gambles: true,
  },
}

interface Par {
  version: string
  layout: { rows: number }
  unitsPerBet: number
  maxWinBets: number
  paytable: { role: string; pays: [count: number, units: number][] }[]
  modes: { id: string; sets: Record<string, { rtp: number }> }[]
}

const sheets = new Map<string, Par>()

function parOf(gameId: string): Par {
  const file = path.join(PROJECT_ROOT, 'docs', 'par', `${gameId}.json`)
  const known = sheets.get(gameId) ?? (JSON.parse(readFileSync(file, 'utf8')) as Par)
  sheets.set(gameId, known)
  return known
}

/** The win in units; null for a game, or a version of a game, that is not drawn here. */
export function drawAgain(round: DrawnRound): number | null {
  const rules = RULES[round.gameId]
  if (rules === undefined) return null
  const par = parOf(round.gameId)
  if (round.gameVersion !== par.version) return null
  const numbers = createNumbers(round.seed)
  const word = numbers.half() + numbers.half() * 2 ** 16
  const drawn = reelSetOf(par, round, word)
  const reelSet = (round.reelSet ?? drawn) as 'natural' | 'low' | 'high'
  const cap = par.maxWinBets * par.unitsPerBet
  const units = spin(par, rules, round, reelSet, numbers, cap)
  return rules.gambles ? gamble(units, round.choices, numbers) : units
}

/** docs/games.md: the share of high is (level - low) / (high - low). */
function reelSetOf(par: Par, { levelBps, gameMode }: DrawnRound, word: number): string {
  if (levelBps === null) return 'natural'
  const { low, high } = par.modes.find(({ id }) => id === gameMode)!.sets
  const share = (levelBps / 10_000 - low!.rtp) / (high!.rtp - low!.rtp)
  return word / 2 ** 32 < share ? 'high' : 'low'
}

function spin(
  par: Par,
  rules: Rules,
  { gameId, gameMode }: DrawnRound,
  reelSet: 'natural' | 'low' | 'high',
  numbers: Numbers,
  cap: number,
): number {
  const { base, free } = rules.strips(gameMode, reelSet)
  const { lines } = GAMES.find(({ id }) => id === gameId)!
  const drawReel = (strip: string) => drawWindow(strip, rules.alphabet, par.layout.rows, numbers)
  const play = (strips: readonly string[]) => {
    const board = strips.map(drawReel)
    return { board, ...payBoard(par, lines, board) }
  }
  const first = play(base)
  let units = first.units
  if (rules.holdsReels && units < cap) {
    const pay = (board: readonly (readonly number[])[]) => payBoard(par, lines, board).units
    units += respin(first.board, column => drawReel(base[column]!), pay)
  }
  let left = rules.awarded[first.scatters] ?? 0
  let multiplier = rules.freeMultiplier
  while (left > 0 && units < cap) {
    const game = play(free!)
    if (rules.wildsGrow) multiplier += game.wilds
    units += game.units * multiplier
    left += (rules.awarded[game.scatters] ?? 0) - 1
  }
  return Math.min(units, cap)
}

/** The third reel's windows, until the board wins; nothing where no two reels are full alike. */
function respin(
  board: readonly (readonly number[])[],
  drawReel: (column: number) => number[],
  pay: (board: readonly (readonly number[])[]) => number,
): number {
  const names = board.map(shown => (shown.every(each => each === shown[0]) ? shown[0]! : -1))
  const free = [0, 1, 2].find(column => {
    const [one, other] = names.filter((_, each) => each !== column)
    return one === other && one !== -1 && names[column] !== one
  })
  for (let count = 0; free !== undefined && count < MOST_RESPINS; count++) {
    const landed = drawReel(free)
    const units = pay(board.map((shown, column) => (column === free ? landed : shown)))
    if (units > 0) return units * HELD_MULTIPLIER
  }
  return 0
}

/** One draw a reel, left to right: the position on the strip of the window's first row. */
function drawWindow(strip: string, alphabet: string, rows: number, numbers: Numbers): number[] {
  const stop = numbers.below(strip.length)
  return Array.from({ length: rows }, (_, row) =>
    alphabet.indexOf(strip[(stop + row) % strip.length]!),
  )
}

/** Each line pays its best symbol from the left, wilds for any; scatters pay by their number. */
function payBoard(
  { paytable }: Par,
  lines: readonly (readonly number[])[],
  board: readonly (readonly number[])[],
): { units: number; scatters: number; wilds: number } {
  const isWild = (symbol: number) => paytable[symbol]!.role === 'wild'
  const payOf = (symbol: number, count: number) =>
    paytable[symbol]!.pays.find(([needed]) => needed === count)?.[1] ?? 0
  const scatter = paytable.findIndex(({ role }) => role === 'scatter')
  const scatters = board.flat().filter(symbol => symbol === scatter).length
  let units = scatter < 0 ? 0 : payOf(scatter, scatters)
  for (const line of lines) {
    const shown = line.map((row, column) => board[column]![row]!)
    const pays = paytable.map((_, symbol) => {
      if (symbol === scatter) return 0
      const end = shown.findIndex(found => found !== symbol && !isWild(found))
      return payOf(symbol, end < 0 ? shown.length : end)
    })
    units += Math.max(...pays)
  }
  return { units, scatters, wilds: board.flat().filter(isWild).length }
}

const SUITS = ['hearts', 'diamonds', 'clubs', 'spades']

/** One card of 52 a step: a colour doubles, a suit pays fourfold. */
function gamble(won: number, choices: readonly string[], numbers: Numbers): number {
  let units = won
  for (const choice of choices) {
    if (choice === 'collect') return units
    const suit = Math.floor(numbers.below(52) / 13)
    const colour = suit < 2 ? 'red' : 'black'
    if (choice === colour) units *= 2
    else units = choice === SUITS[suit] ? units * 4 : 0
  }
  return units
}

interface Numbers {
  /** The next 16 bits of the stream. */
  half(): number
  /** Multiply and reject (Lemire). */
  below(range: number): number
}

const BLOCK_HALVES = 32
const ROUNDS = 12
const EXPAND = [0x61707865, 0x3320646e, 0x79622d32, 0x6b206574]

/** ChaCha with 12 rounds, keyed by the seed; nonce and counter begin at zero. */
function createNumbers(seed: Uint8Array): Numbers {
  const key = new DataView(seed.buffer, seed.byteOffset, seed.byteLength)
  const words = Array.from({ length: 8 }, (_, at) => key.getUint32(at * 4, true))
  let block: number[] = []
  let counter = 0
  let at = BLOCK_HALVES

  function half(): number {
    if (at === BLOCK_HALVES) {
      block = blockOf([...EXPAND, ...words, counter++, 0, 0, 0])
      at = 0
    }
    const word = block[at >> 1]!
    return at++ % 2 === 0 ? word & 0xffff : word >>> 16
  }

  return {
    half,
    below(range) {
      for (;;) {
        const product = half() * range
        if (product % 65_536 >= 65_536 % range) return Math.floor(product / 65_536)
      }
    },
  }
}

const COLUMNS = [0, 1, 2, 3].map(at => [at, at + 4, at + 8, at + 12])
const DIAGONALS = [0, 1, 2, 3].map(at => [
  at,
  4 + ((at + 1) % 4),
  8 + ((at + 2) % 4),
  12 + ((at + 3) % 4),
])

function blockOf(state: readonly number[]): number[] {
  const mixed = [...state]
  for (let round = 0; round < ROUNDS; round++) {
    for (const [a, b, c, d] of round % 2 === 0 ? COLUMNS : DIAGONALS) {
      quarterRound(mixed, a!, b!, c!, d!)
    }
  }
  return mixed.map((word, at) => (word + state[at]!) >>> 0)
}

function quarterRound(x: number[], a: number, b: number, c: number, d: number): void {
  const add = (to: number, from: number, turned: number, by: number) => {
    x[to] = (x[to]! + x[from]!) >>> 0
    const mixed = (x[turned]! ^ x[to]!) >>> 0
    x[turned] = ((mixed << by) | (mixed >>> (32 - by))) >>> 0
  }
  add(a, b, d, 16)
  add(c, d, b, 12)
  add(a, b, d, 8)
  add(c, d, b, 7)
}
