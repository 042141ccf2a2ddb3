// The file of a game's outcome indexes: a line of JSON that describes them, then their numbers.
// Must never be read for another version of the game than the one that made it.

import type { ReelSet } from '../../core/reel-set.ts'
import type { Seed } from '../engine/contract.ts'
import type { TargetIndex } from './target-index.ts'
import type { TargetKind } from './target-outcomes.ts'

/** All indexes of one game. */
export interface TargetIndexes {
  gameId: string
  version: string
  indexes: readonly TargetIndex[]
}

interface Header {
  game: string
  version: string
  indexes: readonly {
    mode: string
    /** The name of the reel set in files. */
    weighting: ReelSet
    kind: TargetKind
    root: string
    scanned: number
    entries: number
  }[]
}

const NEW_LINE = 0x0a
const BYTES_AN_ENTRY = 12

/**
 * Three little-endian 32-bit integers an entry: smallest win, difference to the largest win, number
 * of the seed.
 */
export function encodeIndexes({ gameId, version, indexes }: TargetIndexes): Uint8Array {
  const header: Header = {
    game: gameId,
    version,
    indexes: indexes.map(({ mode, reelSet, kind, root, scanned, numbers }) => ({
      mode,
      weighting: reelSet,
      kind,
      root: toHex(root),
      scanned,
      entries: numbers.length,
    })),
  }
  const head = new TextEncoder().encode(`${JSON.stringify(header)}\n`)
  const entries = indexes.reduce((sum, { numbers }) => sum + numbers.length, 0)
  const file = new Uint8Array(head.length + entries * BYTES_AN_ENTRY)
  file.set(head)
  const view = new DataView(file.buffer)
  let at = head.length
  for (const { minUnits, maxUnits, numbers } of indexes) {
    for (let i = 0; i < numbers.length; i++, at += BYTES_AN_ENTRY) {
      view.setUint32(at, minUnits[i]!, true)
      view.setUint32(at + 4, maxUnits[i]! - minUnits[i]!, true)
      view.setUint32(at + 8, numbers[i]!, true)
    }
  }
  return file
}

/** Throws when the file is incomplete. */
export function decodeIndexes(file: Uint8Array): TargetIndexes {
  const end = file.indexOf(NEW_LINE)
  const header: Header = JSON.parse(new TextDecoder().decode(file.subarray(0, end)))
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength)
  let at = end + 1
  const indexes = header.indexes.map(({ root, entries, weighting, ...source }) => {
    const minUnits = new Uint32Array(entries)
    const maxUnits = new Uint32Array(entries)
    const numbers = new Uint32Array(entries)
    for (let i = 0; i < entries; i++, at += BYTES_AN_ENTRY) {
      minUnits[i] = view.getUint32(at, true)
      maxUnits[i] = minUnits[i]! + view.getUint32(at + 4, true)
      numbers[i] = view.getUint32(at + 8, true)
    }
    return { ...source, reelSet: weighting, root: fromHex(root), minUnits, maxUnits, numbers }
  })
  if (at !== file.length) throw new Error(`the outcome index of ${header.game} is not whole`)
  return { gameId: header.game, version: header.version, indexes }
}

function toHex(seed: Seed): string {
  return Array.from(seed, byte => byte.toString(16).padStart(2, '0')).join('')
}

function fromHex(digits: string): Seed {
  return Uint8Array.from(digits.match(/../g) ?? [], byte => Number.parseInt(byte, 16))
}
