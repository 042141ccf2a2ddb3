// Owns the drawings of carved stones: an outline, a colour and a glyph of light for each. It must
// never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { clear, down, group, Pen, roundFrom } from './paint.ts'

export interface RuneStone {
  outline: string
  /** The strokes of the glyph, in SVG notation. */
  glyph: string
  light: string
  middle: string
  dark: string
  deep: string
}

export const SUN_STONE: RuneStone = {
  outline:
    'M-12 -43 C8 -48 30 -40 39 -22 C47 -6 44 18 32 32 C18 46 -10 47 -27 37 C-43 26 -48 2 -41 -16 C-36 -30 -26 -40 -12 -43 Z',
  glyph: 'M12 -26 L-11 -5 L11 4 L-12 26',
  light: '#ffe27a',
  middle: '#f0a81f',
  dark: '#a85a06',
  deep: '#4a2000',
}

export const ICE_STONE: RuneStone = {
  outline: 'M-3 -47 L28 -36 L42 -6 L34 28 L8 46 L-24 40 L-42 12 L-36 -22 Z',
  glyph: 'M0 -29 L0 29 M-19 -13 L19 13 M19 -13 L-19 13',
  light: '#a8f0ff',
  middle: '#3a8fc0',
  dark: '#12466f',
  deep: '#061c36',
}

export const OAK_STONE: RuneStone = {
  outline:
    'M-28 -44 L26 -45 C36 -44 41 -36 40 -26 L42 24 C42 36 36 43 26 44 L-27 45 C-37 44 -42 36 -41 26 L-42 -24 C-42 -36 -38 -43 -28 -44 Z',
  glyph: 'M-11 30 L-11 -27 L10 -12 L19 -21 M-11 -6 L10 9 L19 0',
  light: '#b8ff8a',
  middle: '#4a9a3a',
  dark: '#1c5a20',
  deep: '#08280e',
}

export const WIND_STONE: RuneStone = {
  outline:
    'M0 -48 C10 -44 38 -16 46 -2 C44 12 16 42 2 48 C-8 46 -38 16 -46 2 C-44 -12 -14 -42 0 -48 Z',
  glyph: 'M-9 30 L-9 -28 L14 -11 L-9 6',
  light: '#f2c8ff',
  middle: '#8a5ac8',
  dark: '#472a80',
  deep: '#1c0c40',
}

export function drawRuneStone(stone: RuneStone): Container {
  const g = new Pen()
  g.ground(45, 34)
  const rock = roundFrom(
    0.36,
    0.26,
    0.86,
    '#f4f6ff',
    [0.12, stone.light],
    [0.5, stone.middle],
    [1, stone.dark],
  )
  g.shape(stone.outline, rock, { color: stone.deep, width: 3 })
  const inner = new Pen()
  inner.shape(stone.outline, down(clear(stone.dark, 0.92), clear(stone.deep, 0.75)))
  inner.outline(stone.outline, { width: 2, color: stone.light, alpha: 0.55, join: 'round' })
  inner.scale.set(0.8)
  const glyph = new Pen()
  glyph.spot(0, 0, 36, 36, stone.light, 0.5)
  paintGlyph(glyph, stone)
  const shine = new Pen()
  paintCracks(shine, stone)
  const wet = down(
    'rgba(255,255,255,0.6)',
    [0.2, 'rgba(255,255,255,0.12)'],
    [0.42, 'rgba(255,255,255,0)'],
  )
  shine.shape(stone.outline, wet)
  return group(g, inner, glyph, shine)
}

function paintGlyph(g: Pen, { glyph, light, deep }: RuneStone): void {
  const line = { cap: 'round' as const, join: 'round' as const }
  g.outline(glyph, { ...line, width: 14, color: deep })
  g.outline(glyph, { ...line, width: 9.5, color: light })
  g.outline(glyph, { ...line, width: 3.2, color: '#ffffff' })
}

/** Chips along the edge, so that no stone looks cast. */
function paintCracks(g: Pen, { deep }: RuneStone): void {
  for (const crack of [
    'M-38 20 L-31 17 L-29 24',
    'M33 -24 L27 -20 L30 -14',
    'M18 40 L16 34 L22 32',
  ]) {
    g.outline(crack, {
      width: 1.6,
      color: deep,
      alpha: 0.65,
      cap: 'round',
      join: 'round',
    })
  }
}
