// Owns the figures of a game's sound as the documents print them. It must never judge one.

import type { Score } from '../../web/play/sound/score.ts'
import { renderCue } from '../../web/play/sound/synthesis/cues.ts'
import { loudnessOf, type Stereo, truePeakOf } from '../../web/play/sound/synthesis/loudness.ts'
import { RATE } from '../../web/play/sound/synthesis/signal.ts'
import { shareOf } from '../../web/play/sound/synthesis/spectrum.ts'

/** In hertz: what the loudspeaker of a phone plays. */
export const PHONE = [500, 4000] as const
/** In hertz. */
export const AIR_FROM = 6000

export const SOUND_COLUMNS = [
  'game',
  'length, s',
  'loudness, LUFS',
  'peak, dB',
  'above 6 kHz',
  'in a feature: length, s',
  'loudness, LUFS',
  'peak, dB',
  'above 6 kHz',
  'a stop, 0.5 to 4 kHz',
]

export interface Loops {
  main: Stereo
  feature: Stereo
}

/** The cells of a game's row, under `SOUND_COLUMNS`. */
export function soundRow(id: string, score: Score, { main, feature }: Loops): string[] {
  const stop = shareOf(renderCue('reelStop', score.cues), ...PHONE)
  return [id, ...loopCells(main), ...loopCells(feature), percent(stop, 0)]
}

function loopCells(sound: Stereo): string[] {
  return [
    (sound.left.length / RATE).toFixed(1),
    loudnessOf(sound).toFixed(1),
    (20 * Math.log10(truePeakOf(sound))).toFixed(1),
    percent(shareOf(sound, AIR_FROM, RATE / 2), 1),
  ]
}

const percent = (share: number, digits: number): string => `${(share * 100).toFixed(digits)} %`
