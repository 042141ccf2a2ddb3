// Owns the drawings of a warrior's gear: horn, shield, helmet. They fill a compact square, for
// cells that may be flat. It must never depend on symbol ids.

import type { Container } from 'pixi.js'
import { GOLD, GOLD_EDGE, STEEL, STEEL_EDGE, WOOD_EDGE } from './metals.ts'
import { across, ball, down, group, Pen, pairs, round, roundFrom, slant } from './paint.ts'

type Curve = readonly [number, number, number, number, number, number, number, number]

function onCurve([ax, ay, bx, by, cx, cy, dx, dy]: Curve, t: number): string {
  const u = 1 - t
  const [p, q, r, s] = [u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t]
  return `${p * ax + q * bx + r * cx + s * dx} ${p * ay + q * by + r * cy + s * dy}`
}

const HORN_BELLY: Curve = [47, -17, 47, 22, 10, 50, -26, 36]
const HORN_BACK: Curve = [15, -41, 17, -12, 6, 12, -14, 14]

/** A gold band around the horn, between two positions along it. */
function paintBand(g: Pen, from: number, to: number): void {
  const middle = (from + to) / 2
  const band = `M${onCurve(HORN_BELLY, from)} L${onCurve(HORN_BELLY, middle)} L${onCurve(HORN_BELLY, to)} L${onCurve(HORN_BACK, to)} L${onCurve(HORN_BACK, middle)} L${onCurve(HORN_BACK, from)} Z`
  g.shape(band, slant(...GOLD), { color: GOLD_EDGE, width: 2 })
}

export function drawWarHorn(): Container {
  const g = new Pen()
  g.ground(45, 36)
  g.outline('M-36 10 C-30 -34 -6 -38 14 -24', { width: 5.5, color: WOOD_EDGE, cap: 'round' })
  g.outline('M-36 10 C-30 -34 -6 -38 14 -24', { width: 2.8, color: '#c8743c', cap: 'round' })
  const horn =
    'M47 -17 C47 22 10 50 -26 36 C-42 29 -49 12 -48 -8 L-40 -10 C-37 6 -28 15 -14 14 C6 12 17 -12 15 -41 Z'
  const bone = roundFrom(
    0.5,
    0.3,
    0.8,
    '#fffdf0',
    [0.3, '#ffeec2'],
    [0.65, '#e0aa62'],
    [1, '#8a4a1c'],
  )
  g.shape(horn, bone, { color: WOOD_EDGE, width: 2.6 })
  g.outline('M-38 10 C-26 30 8 30 26 2', { width: 4, color: '#ffffff', alpha: 0.55, cap: 'round' })
  paintBand(g, 0.06, 0.2)
  paintBand(g, 0.5, 0.6)
  paintBand(g, 0.9, 1)
  g.shape('M-49 -6 L-38 -8 L-39 -17 L-48 -16 Z', slant(...GOLD), { color: GOLD_EDGE, width: 2 })
  for (const [x, y] of pairs('36,6 24,-12')) {
    g.circle(x, y - 3, 3.4).fill(ball('#ffd8d0', '#f0203a', '#7a0018'))
    g.circle(x, y - 3, 3.4).stroke({ width: 1.2, color: GOLD_EDGE })
  }
  const mouth = new Pen()
  mouth.ellipse(0, 0, 20, 8.5).edged(slant(...GOLD), { width: 2.4, color: GOLD_EDGE })
  mouth.ellipse(0, 0, 15.5, 5.4).fill(down('#1c0804', '#6b3214'))
  mouth.rotation = 0.64
  mouth.position.set(31, -29)
  return group(g, mouth)
}

export function drawShield(): Container {
  const g = new Pen()
  g.ground(45, 34)
  g.circle(0, 0, 43).fill(roundFrom(0.38, 0.3, 0.8, '#ffffff', [0.4, '#fff0cc'], [1, '#c8a468']))
  for (let arm = 0; arm < 4; arm++) {
    const at = (turn: number, r: number) => {
      const angle = ((arm + turn) / 4) * Math.PI * 2
      return `${Math.cos(angle) * r} ${Math.sin(angle) * r}`
    }
    g.shape(
      `M0 0 Q${at(0.42, 26)} ${at(0, 43)} A43 43 0 0 1 ${at(0.5, 43)} Q${at(0.92, 26)} 0 0 Z`,
      round('#5aa8ff', [0.5, '#1c6af0'], [1, '#0a2c94']),
      { color: '#081e5c', width: 1.6 },
    )
  }
  for (const x of [-28, -14, 14, 28]) {
    const reach = Math.sqrt(41 ** 2 - x * x)
    g.moveTo(x, -reach).lineTo(x, reach).stroke({ width: 1.3, color: '#1c0c04', alpha: 0.3 })
  }
  g.circle(0, 0, 43).stroke({ width: 10, color: STEEL_EDGE })
  g.circle(0, 0, 43).stroke({ width: 6.6, fill: slant(...STEEL, '#a8bada') })
  for (let rivet = 0; rivet < 12; rivet++) {
    const angle = ((rivet + 0.5) / 12) * Math.PI * 2
    g.circle(Math.cos(angle) * 43, Math.sin(angle) * 43, 2.6).fill(
      ball('#fffbd8', '#e0a01f', '#7a3a00'),
    )
  }
  g.circle(0, 0, 16).edged(slant(...GOLD), { width: 2.4, color: GOLD_EDGE })
  g.circle(0, 0, 11).edged(ball(...STEEL), { width: 1.8, color: STEEL_EDGE })
  g.gloss(-13, -25, 18, 9, 0.6)
  return group(g)
}

export function drawHelmet(): Container {
  const g = new Pen()
  g.ground(46, 34)
  const edge = { color: STEEL_EDGE, width: 2.5 }
  g.shape(
    'M-35 4 L35 4 C39 20 38 36 33 46 C24 50 12 48 0 48 C-12 48 -24 50 -33 46 C-38 36 -39 20 -35 4 Z',
    down('#6a7ca4', '#2c3a5e'),
    edge,
  )
  for (let row = 0; row < 5; row++) {
    for (let ring = -4; ring <= 4; ring++) {
      g.circle(ring * 7.8 + (row % 2) * 3.9, 13 + row * 7.4, 3.3)
    }
  }
  g.stroke({ width: 1.4, color: '#b8c8e4', alpha: 0.75 })
  g.shape(
    'M-39 8 C-42 -28 -20 -48 0 -48 C20 -48 42 -28 39 8 C20 2 -20 2 -39 8 Z',
    roundFrom(0.36, 0.28, 0.8, '#ffffff', [0.3, '#c8d6ec'], [0.7, '#6c82aa'], [1, '#2c3c62']),
    edge,
  )
  g.shape('M-6 -50 L6 -50 L8 0 L-8 0 Z', across(GOLD[3], GOLD[1], GOLD[0], GOLD[2]), {
    color: GOLD_EDGE,
    width: 2,
  })
  for (const y of [-40, -29, -18]) g.circle(0, y, 2.3).fill('#7a3a00')
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.shape(
      `M${at(5)} 0 C${at(14)} -7 ${at(32)} -6 ${at(36)} 6 C${at(36)} 20 ${at(24)} 24 ${at(15)} 20 C${at(9)} 17 ${at(5)} 10 ${at(5)} 0 Z`,
      slant(...GOLD),
      { color: GOLD_EDGE, width: 2.2 },
    )
    g.shape(
      `M${at(10)} 4 C${at(16)} 0 ${at(27)} 1 ${at(30)} 7 C${at(30)} 15 ${at(22)} 18 ${at(16)} 15 C${at(12)} 13 ${at(10)} 9 ${at(10)} 4 Z`,
      '#060c1e',
      { color: GOLD_EDGE, width: 1.4 },
    )
    g.spot(at(20), 9, 8, 6, '#5ae8ff', 0.95)
    g.ellipse(at(20), 9, 3.2, 2.2).fill('#e8ffff')
    g.moveTo(at(16), -34).quadraticCurveTo(at(29), -26, at(32), -10)
    g.stroke({ width: 1.8, color: '#26345a', alpha: 0.6, cap: 'round' })
  }
  g.shape('M-5 -2 L5 -2 L7.500 24 L0 31 L-7.500 24 Z', down(...GOLD), {
    color: GOLD_EDGE,
    width: 2,
  })
  g.gloss(-18, -29, 12, 9, 0.75)
  return group(g)
}
