// Owns how winning symbols move: each theme has a gesture for ordinary symbols, one for wilds and
// one for scatters. Pure: a pose at each instant; it must never touch a sprite.

import type { SymbolRole } from '../../../src/games/engine/contract.ts'

/** The pose of a symbol: scale and rotation about its middle, shifts as fractions of its side. */
export interface Pose {
  scaleX: number
  scaleY: number
  rotation: number
  x: number
  y: number
  /** 0 to 1: how strong the light behind it is. */
  light: number
}

/** The pose after `t` turns of a gesture; `t` runs on while the win is shown. */
export type Gesture = (t: number) => Pose

const TAU = Math.PI * 2
const wave = (t: number) => Math.sin(t * TAU)
/** 0 at whole turns, 1 halfway. */
const swell = (t: number) => (1 - Math.cos(t * TAU)) / 2

const still: Pose = { scaleX: 1, scaleY: 1, rotation: 0, x: 0, y: 0, light: 0 }

/** Grows and shrinks like a heart: twice quickly, then rests. */
const beat: Gesture = t => {
  const at = t % 1
  const push = at < 0.5 ? swell(at * 2) : at < 0.8 ? 0.55 * swell((at - 0.5) / 0.3) : 0
  const size = 1.03 + 0.13 * push
  return { ...still, scaleX: size, scaleY: size, light: push }
}

/** Hangs by its top and swings. */
const swing: Gesture = t => {
  const angle = 0.13 * wave(t)
  return {
    ...still,
    scaleX: 1.07,
    scaleY: 1.07,
    rotation: angle,
    x: -0.5 * Math.sin(angle),
    y: 0.5 * (1 - Math.cos(angle)),
    light: 0.4 + 0.6 * swell(t),
  }
}

/** Floats on water: up, down, and tilting with it. */
const float: Gesture = t => ({
  ...still,
  scaleX: 1.07,
  scaleY: 1.07,
  rotation: 0.06 * wave(t + 0.25),
  y: -0.055 * wave(t),
  light: swell(t),
})

/** Soft as jelly: flattened when it lands, drawn out when it leaps. */
const jelly: Gesture = t => {
  const at = t % 1
  const leap = at < 0.55 ? Math.sin((at / 0.55) * Math.PI) : 0
  const squash = at < 0.55 ? 0 : Math.sin(((at - 0.55) / 0.45) * Math.PI * 3) * (1 - at)
  return {
    ...still,
    scaleX: 1.05 - 0.07 * leap + 0.3 * squash,
    scaleY: 1.05 + 0.09 * leap - 0.3 * squash,
    y: -0.13 * leap,
    light: leap,
  }
}

/** Turns like a coin on its edge. */
const flip: Gesture = t => {
  const at = Math.min(1, (t % 1) * 1.6)
  const turned = Math.cos(at * TAU)
  return {
    ...still,
    scaleX: 1.08 * Math.max(0.06, Math.abs(turned)),
    scaleY: 1.08,
    light: 1 - Math.abs(turned),
  }
}

/** Rises slowly out of its cell, glowing. */
const levitate: Gesture = t => {
  const rise = swell(t)
  const size = 1.04 + 0.11 * rise
  return { ...still, scaleX: size, scaleY: size, y: -0.06 * rise, light: 0.3 + 0.7 * rise }
}

/** Shudders as if struck, then stays still. */
const strike: Gesture = t => {
  const at = t % 1
  const fading = Math.max(0, 1 - at * 2.4)
  const size = 1.04 + 0.16 * fading
  return {
    ...still,
    scaleX: size,
    scaleY: size,
    rotation: 0.07 * fading * Math.sin(at * 55),
    x: 0.03 * fading * Math.sin(at * 71),
    light: Math.max(fading, 0.35 * swell(at)),
  }
}

/** Tilts to and fro so that its facets catch the light. */
const glint: Gesture = t => {
  const size = 1.05 + 0.06 * swell(t)
  return { ...still, scaleX: size, scaleY: size, rotation: 0.1 * wave(t), light: swell(t * 2) }
}

/** A full turn with a jump, then a rest: the gesture of scatters. */
const whirl: Gesture = t => {
  const at = Math.min(1, (t % 1) * 1.5)
  const eased = at < 0.5 ? 2 * at * at : 1 - (2 - 2 * at) ** 2 / 2
  const size = 1.08 + 0.2 * Math.sin(at * Math.PI)
  return {
    ...still,
    scaleX: size,
    scaleY: size,
    rotation: eased * TAU,
    light: 0.4 + 0.6 * swell(t),
  }
}

const GESTURES = { beat, swing, float, jelly, flip, levitate, strike, glint, whirl }
export type GestureName = keyof typeof GESTURES

/** How a theme's symbols move when they win. */
export interface Manner {
  regular: GestureName
  wild: GestureName
  scatter: GestureName
}

export const PLAIN_MANNER: Manner = { regular: 'beat', wild: 'levitate', scatter: 'jelly' }

export function gestureOf(manner: Manner, role: SymbolRole | undefined): Gesture {
  switch (role) {
    case 'wild':
      return GESTURES[manner.wild]
    case 'scatter':
    case 'wildScatter':
      return GESTURES[manner.scatter]
    case 'cash':
      return flip
    default:
      return GESTURES[manner.regular]
  }
}

/** How long one turn of a gesture takes. */
export const GESTURE_MS = 1_150

/** The pose between rest and gesture, for the first and the last instants of a highlight. */
export function ease(pose: Pose, share: number): Pose {
  const mix = (value: number, rest: number) => rest + (value - rest) * share
  return {
    scaleX: mix(pose.scaleX, 1),
    scaleY: mix(pose.scaleY, 1),
    rotation: pose.rotation * share,
    x: pose.x * share,
    y: pose.y * share,
    light: pose.light * share,
  }
}
