// Clusters that cascade on reel strips: land, find, pay, remove, drop, refill, while the multiplier
// grows. Must never draw: after the stops a round follows from the strips alone.

import { capWin } from '../engine/free-games.ts'
import type { Board, Recorder } from '../engine/recorder.ts'
import { countBits, dropAndRefill } from './cluster-drop.ts'
import {
  buildClusterTable,
  type ClusterRules,
  type ClusterTable,
  COLUMN_BITS,
  PLANES,
  SMALLEST_CLUSTER,
  shiftOf,
} from './cluster-table.ts'

// The compiler inlines a constant of this module; an imported one is read every time.
const DEPTH = PLANES
const COLUMN = COLUMN_BITS

/** A board in play as integers (see `COLUMNS_PER_INTEGER`), reused from round to round. */
export interface Clusters {
  readonly table: ClusterTable
  /**
   * The strip position at the top of each column: of the stop, or of the symbol that dropped in
   * last.
   */
  readonly stops: Int32Array
  /** The planes of the symbol ids: three for the first columns, three for the others. */
  readonly planes: Int32Array
  /** Cells equal to the one below, in either integer; then cells equal to the one beside. */
  readonly equal: Int32Array
  /** Cells from which clusters are filled; see `seedClusters`. */
  readonly seeds: Int32Array
  /** The cells of the last cluster found, and all that are removed in this step. */
  readonly cluster: Int32Array
  readonly removed: Int32Array
  /** The same as boards, laid out only for a recorder. */
  readonly board: Board
  readonly flags: Uint8Array
}

export function buildClusters(rules: ClusterRules): Clusters {
  const { columns, rows } = rules.reels
  return {
    table: buildClusterTable(rules),
    stops: new Int32Array(columns),
    planes: new Int32Array(2 * DEPTH),
    equal: new Int32Array(4),
    seeds: new Int32Array(2),
    cluster: new Int32Array(2),
    removed: new Int32Array(2),
    board: new Uint8Array(columns * rows),
    flags: new Uint8Array(columns * rows),
  }
}

/** Plays the board of the drawn stops to its end. Returns the units won, at most the cap. */
export function playClusters(clusters: Clusters, recorder: Recorder | null): number {
  landBoard(clusters)
  if (recorder !== null) recorder.reels('spin', layOut(clusters))
  const { multipliers, capUnits } = clusters.table
  let step = 0
  let winUnits = 0
  while (seedClusters(clusters)) {
    const won = payClusters(clusters, multipliers[step]!, recorder)
    if (won === 0) break
    winUnits += won
    if (winUnits >= capUnits) break
    dropAndRefill(clusters.table, clusters.stops, clusters.planes, clusters.removed)
    if (recorder !== null) recorder.cascade(markCells(clusters, clusters.removed), layOut(clusters))
    if (step + 1 === multipliers.length) continue
    step++
    if (recorder !== null) recorder.multiplierGrew(multipliers[step]!)
  }
  return capWin(winUnits, capUnits, recorder)
}

function landBoard({ table, stops, planes }: Clusters): void {
  const { windows, lowColumns } = table
  const { columns, starts } = table.reels
  let one = 0
  let two = 0
  let four = 0
  for (let column = 0; column < lowColumns; column++) {
    const at = (starts[column]! + stops[column]!) * DEPTH
    one |= windows[at]!
    two |= windows[at + 1]!
    four |= windows[at + 2]!
  }
  planes[0] = one
  planes[1] = two
  planes[2] = four
  one = 0
  two = 0
  four = 0
  for (let column = lowColumns; column < columns; column++) {
    const at = (starts[column]! + stops[column]!) * DEPTH
    one |= windows[at]!
    two |= windows[at + 1]!
    four |= windows[at + 2]!
  }
  planes[3] = one
  planes[4] = two
  planes[5] = four
}

/**
 * Finds a cell in every cluster, for all symbols at once, without filling any. For each cell its
 * equal neighbours are counted. Five or more touching cells include one with four; or one with
 * three next to one with two or more; or one with two or more next to two such. Smaller groups do
 * not, except the square of four, which is sorted out when it is filled. Returns whether there is
 * any seed: there is none on two of three boards of Crystal Cluster.
 */
function seedClusters(clusters: Clusters): boolean {
  linkNeighbours(clusters)
  const { equal, seeds } = clusters
  const downLow = equal[0]!
  const downHigh = equal[1]!
  const rightLow = equal[2]!
  const rightHigh = equal[3]!
  const upLow = downLow << 1
  const upHigh = downHigh << 1
  const leftLow = rightLow << COLUMN
  const leftHigh = (rightHigh << COLUMN) | (rightLow >>> CARRY)

  const uprightLow = upLow & downLow
  const uprightHigh = upHigh & downHigh
  const levelLow = leftLow & rightLow
  const levelHigh = leftHigh & rightHigh
  const someUprightLow = upLow | downLow
  const someUprightHigh = upHigh | downHigh
  const someLevelLow = leftLow | rightLow
  const someLevelHigh = leftHigh | rightHigh

  const twoLow = uprightLow | levelLow | (someUprightLow & someLevelLow)
  const twoHigh = uprightHigh | levelHigh | (someUprightHigh & someLevelHigh)
  if ((twoLow | twoHigh) === 0) return false
  const threeLow = (uprightLow & someLevelLow) | (levelLow & someUprightLow)
  const threeHigh = (uprightHigh & someLevelHigh) | (levelHigh & someUprightHigh)

  // The same neighbours again, among the cells that have two or more.
  const innerDownLow = downLow & twoLow & (twoLow >>> 1)
  const innerDownHigh = downHigh & twoHigh & (twoHigh >>> 1)
  const innerRightLow = rightLow & twoLow & ((twoLow >>> COLUMN) | (twoHigh << CARRY))
  const innerRightHigh = rightHigh & twoHigh & (twoHigh >>> COLUMN)
  const innerUpLow = innerDownLow << 1
  const innerUpHigh = innerDownHigh << 1
  const innerLeftLow = innerRightLow << COLUMN
  const innerLeftHigh = (innerRightHigh << COLUMN) | (innerRightLow >>> CARRY)
  const innerUprightLow = innerUpLow | innerDownLow
  const innerUprightHigh = innerUpHigh | innerDownHigh
  const innerLevelLow = innerLeftLow | innerRightLow
  const innerLevelHigh = innerLeftHigh | innerRightHigh

  seeds[0] =
    (uprightLow & levelLow) |
    (threeLow & (innerUprightLow | innerLevelLow)) |
    (innerUpLow & innerDownLow) |
    (innerLeftLow & innerRightLow) |
    (innerUprightLow & innerLevelLow)
  seeds[1] =
    (uprightHigh & levelHigh) |
    (threeHigh & (innerUprightHigh | innerLevelHigh)) |
    (innerUpHigh & innerDownHigh) |
    (innerLeftHigh & innerRightHigh) |
    (innerUprightHigh & innerLevelHigh)
  return (seeds[0] | seeds[1]) !== 0
}

/** From the last column of the first integer to the first one of the second, and back. */
const CARRY = 3 * COLUMN

/** Two cells are equal where all their planes are equal. */
function linkNeighbours({ table, planes, equal }: Clusters): void {
  const low1 = planes[0]!
  const low2 = planes[1]!
  const low4 = planes[2]!
  const high1 = planes[3]!
  const high2 = planes[4]!
  const high4 = planes[5]!
  const belowLow = (low1 ^ (low1 >>> 1)) | (low2 ^ (low2 >>> 1)) | (low4 ^ (low4 >>> 1))
  const belowHigh = (high1 ^ (high1 >>> 1)) | (high2 ^ (high2 >>> 1)) | (high4 ^ (high4 >>> 1))
  const besideLow =
    (low1 ^ ((low1 >>> COLUMN) | (high1 << CARRY))) |
    (low2 ^ ((low2 >>> COLUMN) | (high2 << CARRY))) |
    (low4 ^ ((low4 >>> COLUMN) | (high4 << CARRY)))
  const besideHigh =
    (high1 ^ (high1 >>> COLUMN)) | (high2 ^ (high2 >>> COLUMN)) | (high4 ^ (high4 >>> COLUMN))
  equal[0] = ~belowLow & table.belowLow
  equal[1] = ~belowHigh & table.belowHigh
  equal[2] = ~besideLow & table.besideLow
  equal[3] = ~besideHigh & table.besideHigh
}

/** Fills, pays and marks every cluster of the board. */
function payClusters(clusters: Clusters, multiplier: number, recorder: Recorder | null): number {
  const { table, seeds, cluster, removed, board } = clusters
  removed[0] = 0
  removed[1] = 0
  let winUnits = 0
  while ((seeds[0]! | seeds[1]!) !== 0) {
    const symbol = fillCluster(clusters)
    const count = countBits(cluster[0]!) + countBits(cluster[1]!)
    seeds[0]! &= ~cluster[0]!
    seeds[1]! &= ~cluster[1]!
    if (count < SMALLEST_CLUSTER) continue
    removed[0]! |= cluster[0]!
    removed[1]! |= cluster[1]!
    const won = table.pays[symbol * (board.length + 1) + count]! * multiplier
    winUnits += won
    if (recorder === null) continue
    recorder.clusterWin(symbol, count, multiplier, markCells(clusters, cluster), won)
  }
  return winUnits
}

/** Fills from the first seed over equal neighbours until nothing is added. Returns the symbol. */
function fillCluster({ planes, equal, seeds, cluster }: Clusters): number {
  const downLow = equal[0]!
  const downHigh = equal[1]!
  const rightLow = equal[2]!
  const rightHigh = equal[3]!
  let low = seeds[0]! & -seeds[0]!
  let high = low === 0 ? seeds[1]! & -seeds[1]! : 0
  const half = low === 0 ? DEPTH : 0
  const bit = low | high
  let knownLow = 0
  let knownHigh = 0
  while (low !== knownLow || high !== knownHigh) {
    knownLow = low
    knownHigh = high
    low |= ((low & downLow) << 1) | ((low >>> 1) & downLow)
    high |= ((high & downHigh) << 1) | ((high >>> 1) & downHigh)
    low |= ((low & rightLow) << COLUMN) | ((low >>> COLUMN) & rightLow)
    high |= ((high & rightHigh) << COLUMN) | ((high >>> COLUMN) & rightHigh)
    low |= (high << CARRY) & rightLow
    high |= (low & rightLow) >>> CARRY
  }
  cluster[0] = low
  cluster[1] = high
  const one = (planes[half]! & bit) === 0 ? 0 : 1
  const two = (planes[half + 1]! & bit) === 0 ? 0 : 2
  const four = (planes[half + 2]! & bit) === 0 ? 0 : 4
  return one | two | four
}

/** The board in the form that a recorder takes. */
function layOut({ table, planes, board }: Clusters): Board {
  const { rows } = table.reels
  for (let cell = 0; cell < board.length; cell++) {
    const column = Math.floor(cell / rows)
    const half = column < table.lowColumns ? 0 : DEPTH
    const at = shiftOf(column) + (cell % rows)
    board[cell] =
      ((planes[half]! >>> at) & 1) |
      (((planes[half + 1]! >>> at) & 1) << 1) |
      (((planes[half + 2]! >>> at) & 1) << 2)
  }
  return board
}

function markCells({ table, flags }: Clusters, cells: Int32Array): Uint8Array {
  const { rows } = table.reels
  for (let cell = 0; cell < flags.length; cell++) {
    const column = Math.floor(cell / rows)
    const half = column < table.lowColumns ? 0 : 1
    flags[cell] = (cells[half]! >>> (shiftOf(column) + (cell % rows))) & 1
  }
  return flags
}
