// Owns which sounds a game has, by their names, and the rendering of each. It must never depend on
// when one is heard.

import { barsOf, type Passage, type Score } from '../score.ts'
import { CUE_NAMES, type Cue, renderCue } from './cues.ts'
import type { Stereo } from './loudness.ts'
import { BARS_OF_SECTION, type Made, Piece } from './render.ts'

/** Pieces of music: in play, in a feature, and what joins them while the reels wait. */
export const PIECES = ['main', 'feature', 'tension'] as const
export type PieceName = (typeof PIECES)[number]

/** One sound to make: an effect (section 0), or a section of a piece. */
export interface Wanted {
  name: string
  section: number
}

/** The whole loop, for measurements: its first section is the one in which its end rings. */
export function wholeOf(score: Score, name: PieceName): Stereo {
  const piece = pieceOf(score, name)
  piece.section(0)
  const sections = Array.from({ length: piece.length }, (_, index) => piece.section(index + 1))
  const ordered = [sections.at(-1)!, ...sections.slice(0, -1)]
  return {
    left: joined(ordered.map(({ left }) => left)),
    right: joined(ordered.map(({ right }) => right)),
  }
}

function joined(sides: readonly Float32Array[]): Float32Array {
  const whole = new Float32Array(sides.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const side of sides) {
    whole.set(side, at)
    at += side.length
  }
  return whole
}

export function pieceOf(score: Score, name: PieceName): Piece {
  const passages = name === 'tension' ? [score.tension] : score[name]
  return new Piece(score, passages, score.gain[name])
}

/** How many sections some passages take. */
export function sectionsOf(passages: readonly Passage[]): number {
  return barsOf(passages) / BARS_OF_SECTION
}

/**
 * Sections that are made at once, and the effects of every spin after the first half of them: four
 * sections play for 12 to 22 s, which is longer than all effects take a phone.
 */
const FIRST_SECTIONS = 4
const FIRST_EFFECTS = 8

/** In the order in which they are needed: `first` before anything is heard. */
export function wantedOf(score: Score): { first: readonly Wanted[]; music: readonly Wanted[] } {
  const effects = CUE_NAMES.map(name => ({ name, section: 0 }))
  if (score.main.length === 0) return { first: effects, music: [] }
  // The first section comes last, too: then the end rings in it.
  const [main, feature] = (['main', 'feature'] as const).map(name => {
    const length = sectionsOf(score[name])
    return Array.from({ length: length + 1 }, (_, section) => ({ name, section }))
  }) as [Wanted[], Wanted[]]
  const tension = { name: 'tension', section: 1 }
  return {
    first: [
      ...main.slice(0, FIRST_SECTIONS / 2),
      ...effects.slice(0, FIRST_EFFECTS),
      ...main.slice(FIRST_SECTIONS / 2, FIRST_SECTIONS),
      ...effects.slice(FIRST_EFFECTS),
    ],
    music: [...main.slice(FIRST_SECTIONS), tension, ...feature],
  }
}

/** Makes the sounds of a game. It keeps what the next one needs. */
export class Maker {
  private readonly score: Score
  private readonly notes: Made = new Map()
  private piece: { name: PieceName; piece: Piece } | null = null

  constructor(score: Score) {
    this.score = score
  }

  make({ name, section }: Wanted): Stereo {
    const known = PIECES.find(each => each === name)
    if (known === undefined) return renderCue(name as Cue, this.score.cues, this.notes)
    if (this.piece?.name !== known) this.piece = { name: known, piece: pieceOf(this.score, known) }
    return this.piece.piece.section(section)
  }
}
