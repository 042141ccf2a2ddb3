// Owns the kinds of background effects that several themes use: embers, glints, rain, mist. It must
// never depend on a game.

import type { Drift } from './mood.ts'

export const embers = (count: number, color = '#ffb04a'): Drift => ({
  motion: 'rise',
  shape: 'spot',
  count,
  size: [0.008, 0.026],
  speed: 0.07,
  color,
  alpha: 0.85,
})

export const glints = (count: number, color = '#ffffff'): Drift => ({
  motion: 'twinkle',
  shape: 'glint',
  count,
  size: [0.03, 0.075],
  speed: 0.1,
  color,
  alpha: 0.8,
})

export const rain = (count: number, speed: number): Drift => ({
  motion: 'fall',
  shape: 'streak',
  count,
  size: [0.05, 0.12],
  speed,
  color: '#a8d4ff',
  alpha: 0.4,
})

export const mist = (count: number, color: string, within: readonly [number, number]): Drift => ({
  motion: 'drift',
  shape: 'spot',
  count,
  size: [0.35, 0.7],
  speed: 0.012,
  color,
  alpha: 0.13,
  within,
})
