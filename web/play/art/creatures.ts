// Owns the drawings of living things of the festival: dragon, phoenix, koi, lotus, bamboo. It must
// never depend on symbol ids; a theme maps them.

import type { Container } from 'pixi.js'
import { across, ball, down, group, Pen, pairs, round, roundFrom } from './paint.ts'

const GOLD_EDGE = { color: '#6b2a00', width: 2 }

/** Seen from above, swimming up to the right. */
export function drawKoi(): Container {
  const water = new Pen()
  water.spot(0, 0, 50, 50, '#2ab8ff', 0.55)
  for (const r of [30, 42]) {
    water.circle(4, 2, r).stroke({ width: 1.6, color: '#bdf0ff', alpha: r === 30 ? 0.45 : 0.28 })
  }
  const g = new Pen()
  const edge = { color: '#7a1c00', width: 2 }
  const fin = down('#ffd9b8', '#ffffff', '#ffd9b8')
  g.shape(KOI_TAIL, fin, edge)
  for (const side of [-1, 1]) {
    g.shape(
      `M20 ${side * 11} C18 ${side * 26} 4 ${side * 36} -10 ${side * 35} C-8 ${side * 24} -2 ${side * 15} 8 ${side * 10} Z`,
      fin,
      edge,
    )
    g.shape(
      `M-10 ${side * 8} C-14 ${side * 17} -22 ${side * 22} -31 ${side * 20} C-29 ${side * 13} -25 ${side * 8} -18 ${side * 5} Z`,
      fin,
      edge,
    )
    g.moveTo(44, side * 5).quadraticCurveTo(50, side * 9, 51, side * 15)
    g.stroke({ width: 2, color: '#ffb56a', cap: 'round' })
  }
  g.shape(KOI_BODY, down('#e8b48c', '#fff4e6', '#ffffff', '#fff4e6', '#e8b48c'))
  const red = down('#c42a08', '#ff6a2b', '#ff8a3c', '#ff5a1c', '#c42a08')
  g.shape('M46 0 C46 -9 38 -14 28 -15 C24 -8 24 8 28 15 C38 14 46 9 46 0 Z', red)
  g.shape('M20 -16 C8 -18 -4 -14 -8 -11 C-4 -2 6 2 16 0 C22 -4 23 -11 20 -16 Z', red)
  g.shape('M8 15 C-2 13 -10 10 -14 8 C-10 4 -2 4 4 7 Z', red)
  g.shape('M-16 -7 C-24 -5 -28 -3 -31 -2 L-31 2 C-26 4 -20 5 -16 4 C-12 0 -12 -4 -16 -7 Z', red)
  g.outline(KOI_BODY, { ...edge, join: 'round' })
  g.moveTo(14, 0).lineTo(-26, 0).stroke({ width: 2, color: '#ffffff', alpha: 0.7, cap: 'round' })
  for (const side of [-1, 1]) {
    g.circle(36, side * 9, 3.6).fill('#ffffff')
    g.circle(37, side * 9.4, 2.3).fill('#1a0b05')
  }
  g.gloss(22, -9, 14, 4, 0.6)
  g.rotation = -0.72
  g.scale.set(0.92)
  return group(water, g)
}

const KOI_BODY =
  'M47 0 C47 -11 34 -17 18 -16.5 C-2 -16 -20 -9 -32 -3 L-32 3 C-20 9 -2 16 18 16.500 C34 17 47 11 47 0 Z'
const KOI_TAIL =
  'M-28 0 C-36 -6 -40 -20 -54 -24 C-52 -14 -49 -6 -44 0 C-49 6 -52 14 -54 24 C-40 20 -36 6 -28 0 Z'

export function drawLotus(): Container {
  const g = new Pen()
  g.spot(0, 4, 48, 42, '#ff6fc0', 0.5)
  g.shape('M-46 26 C-30 12 30 12 46 26 C30 42 -30 42 -46 26 Z', down('#4fd08a', '#0c6a46'), {
    color: '#06452e',
    width: 2,
  })
  const edge = { color: '#8c1257', width: 1.8 }
  const back = down('#ffd9ef', '#ff77bd', '#d02c86')
  const front = down('#fff5fb', '#ffb4dc', '#f2559f')
  for (const side of [-1, 1]) {
    g.shape(
      `M0 28 C${side * 30} 26 ${side * 46} 8 ${side * 46} -8 C${side * 28} -8 ${side * 8} 8 0 28 Z`,
      back,
      edge,
    )
    g.shape(
      `M0 28 C${side * 24} 18 ${side * 34} -8 ${side * 28} -27 C${side * 12} -20 ${side * 1} 2 0 28 Z`,
      back,
      edge,
    )
  }
  g.shape('M0 30 C-20 14 -18 -20 0 -40 C18 -20 20 14 0 30 Z', front, edge)
  for (const side of [-1, 1]) {
    g.shape(
      `M0 31 C${side * 10} 30 ${side * 30} 22 ${side * 32} 2 C${side * 18} 2 ${side * 4} 14 0 31 Z`,
      front,
      edge,
    )
  }
  return group(g)
}

export function drawDragon(): Container {
  const g = new Pen()
  g.spot(0, 0, 52, 52, '#ffcf3a', 0.6)
  g.star(0, 2, 16, 47, 33).fill(round('#fff0a0', '#ff9a1c', [0.8, '#e02a12'], [1, '#8a0a12']))
  g.star(0, 2, 16, 47, 33).stroke({ width: 2, color: '#6b0a08' })
  const edge = { color: '#053a22', width: 2.2 }
  const scale = down('#d8ff9a', '#3fcf62', '#0a7a44', '#05502f')
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.moveTo(at(11), -22).bezierCurveTo(at(14), -38, at(26), -38, at(30), -50)
    g.stroke({ width: 8, color: '#6b2a00', cap: 'round' })
    g.moveTo(at(11), -22).bezierCurveTo(at(14), -38, at(26), -38, at(30), -50)
    g.stroke({ width: 4.5, color: '#ffd548', cap: 'round' })
    g.moveTo(at(21), -38).lineTo(at(36), -37).stroke({ width: 6.5, color: '#6b2a00', cap: 'round' })
    g.moveTo(at(21), -38).lineTo(at(36), -37).stroke({ width: 3.4, color: '#ffd548', cap: 'round' })
    g.shape(
      `M${at(24)} -8 C${at(36)} -22 ${at(46)} -18 ${at(47)} -12 C${at(42)} -4 ${at(34)} 2 ${at(25)} 2 Z`,
      scale,
      edge,
    )
  }
  g.shape('M-11 32 C-9 42 -4 46 0 50 C4 46 9 42 11 32 Z', down('#ffd548', '#f0501c'), {
    color: '#6b0a08',
    width: 2,
  })
  g.shape(
    'M0 -31 C17 -33 31 -22 29 -4 C28 6 24 10 23 18 C21 31 11 38 0 38 C-11 38 -21 31 -23 18 C-24 10 -28 6 -29 -4 C-31 -22 -17 -33 0 -31 Z',
    scale,
    edge,
  )
  g.shape(
    'M0 2 C14 2 21 10 21 18 C21 28 10 31 0 31 C-10 31 -21 28 -21 18 C-21 10 -14 2 0 2 Z',
    down('#eaffb8', '#6ae07a', '#1a9a50'),
    edge,
  )
  g.shape('M-15 25 C-6 31 6 31 15 25 C12 34 -12 34 -15 25 Z', '#7a0a1c')
  for (const side of [-1, 1]) {
    const at = (x: number) => x * side
    g.shape(`M${at(14)} 25 L${at(11)} 34 L${at(8)} 27.5 Z`, '#ffffff', {
      color: '#053a22',
      width: 1,
    })
    g.ellipse(at(8), 13, 4, 3).fill('#053a22')
    g.ellipse(at(14), -5, 8, 6.6).edged(ball('#fffde0', '#ffe14a', '#ff9a1c'), edge)
    g.ellipse(at(13), -4.5, 2.3, 5.4).fill('#2a0505').circle(at(12.4), -7, 1.3).fill('#ffffff')
    g.shape(
      `M${at(3)} -9 C${at(10)} -20 ${at(24)} -21 ${at(31)} -14 C${at(22)} -14 ${at(14)} -11 ${at(5)} -3 Z`,
      down('#fff3a0', '#ffb01f', '#c06a00'),
      GOLD_EDGE,
    )
    g.moveTo(at(19), 17).bezierCurveTo(at(34), 12, at(36), 30, at(48), 24)
    g.stroke({ width: 3.4, color: '#6b2a00', cap: 'round' })
    g.moveTo(at(19), 17).bezierCurveTo(at(34), 12, at(36), 30, at(48), 24)
    g.stroke({ width: 1.8, color: '#ffe27a', cap: 'round' })
  }
  g.circle(0, -21, 7.5).edged(ball('#ffffff', '#ff7a8a', '#c40c3c'), GOLD_EDGE)
  g.gloss(0, 7, 9, 3, 0.6)
  return group(g)
}

/** One feather from (x, y), `length` long, in the direction of `angle`. */
function paintFeather(
  g: Pen,
  x: number,
  y: number,
  angle: number,
  length: number,
  width: number,
  colors: readonly [string, string, string],
): void {
  const [c, s] = [Math.cos(angle), Math.sin(angle)]
  const at = (along: number, across: number) =>
    `${x + c * along - s * across} ${y + s * along + c * across}`
  const d = `M${at(0, 0)} C${at(length * 0.3, width)} ${at(length * 0.8, width)} ${at(length, 0)} C${at(length * 0.8, -width)} ${at(length * 0.3, -width)} ${at(0, 0)} Z`
  g.shape(d, roundFrom(0.5, 0.5, 0.6, ...colors), { color: '#7a1200', width: 1.5 })
}

export function drawPhoenix(): Container {
  const g = new Pen()
  g.spot(0, 0, 52, 52, '#ff6a2e', 0.75)
  const flame = ['#fff3a0', '#ff9a1c', '#e0281c'] as const
  const ember = ['#ffd98a', '#ff5a2e', '#b30f2a'] as const
  for (const [angle, length] of pairs('0.36,45 0.5,50 0.64,45')) {
    paintFeather(g, 0, 8, Math.PI * angle, length * 0.86, 7, ember)
    const [c, s] = [Math.cos(Math.PI * angle), Math.sin(Math.PI * angle)]
    g.circle(c * length * 0.7, 8 + s * length * 0.7, 4)
      .fill('#5ae0ff')
      .circle(c * length * 0.7, 8 + s * length * 0.7, 2)
      .fill('#0a3a8a')
  }
  for (const side of [-1, 1]) {
    for (let feather = 0; feather < 6; feather++) {
      const lift = 0.06 + feather * 0.075
      const angle = side > 0 ? -Math.PI * lift : -Math.PI * (1 - lift)
      paintFeather(
        g,
        side * 5,
        6,
        angle,
        47 - feather * 1.5,
        6.5,
        feather % 2 === 0 ? flame : ember,
      )
    }
    for (let feather = 0; feather < 4; feather++) {
      const lift = 0.1 + feather * 0.1
      const angle = side > 0 ? -Math.PI * lift : -Math.PI * (1 - lift)
      paintFeather(g, side * 4, 6, angle, 27, 5, ['#ffffff', '#ffe14a', '#ff9a1c'])
    }
  }
  g.shape(
    'M0 -22 C10 -12 14 4 8 18 C4 24 -4 24 -8 18 C-14 4 -10 -12 0 -22 Z',
    down('#fff6c0', '#ffc52e', '#f05a1c'),
    { color: '#7a1200', width: 2 },
  )
  for (const angle of [-0.62, -0.5, -0.38]) paintFeather(g, 0, -30, Math.PI * angle, 18, 3, flame)
  g.shape(
    'M7 -31 C15 -32 19 -27 21 -21 C15 -22 10 -22 7 -24 Z',
    down('#ffffff', '#ffb01f', '#c06a00'),
    { color: '#7a1200', width: 1.4 },
  )
  g.circle(0, -27, 9.5).fill(ball('#fffbe0', '#ffcf3a', '#f0701c'))
  g.circle(0, -27, 9.5).stroke({ width: 2, color: '#7a1200' })
  g.circle(3.5, -29, 2.2).fill('#2a0505').circle(4.2, -29.8, 0.8).fill('#ffffff')
  return group(g)
}

export function drawBamboo(): Container {
  const g = new Pen()
  g.ground(45, 32)
  const edge = { color: '#0c4a1a', width: 2 }
  for (const [x, top, bottom, width] of [
    [-19, -30, 44, 13],
    [19, -38, 44, 13],
    [0, -46, 46, 16],
  ] as const) {
    const joints = 4
    for (let joint = 0; joint < joints; joint++) {
      const height = (bottom - top) / joints
      const y = top + joint * height
      const fill =
        width > 14
          ? ['#1f8a2e', '#d8ff8a', '#7bd83a', '#1c7a2a']
          : ['#14702a', '#b0ec62', '#4fb52c', '#0f5a20']
      g.roundRect(x - width / 2, y + 1, width, height - 2, 4).edged(across(...fill), edge)
      g.roundRect(x - width / 2 - 1.5, y + height - 3, width + 3, 4, 2).fill('#0f5a20')
    }
  }
  const leaf = down('#d2ff7a', '#55c02c', '#137a28')
  for (const d of [
    'M0 -14 C16 -28 34 -26 46 -20 C34 -10 16 -8 0 -14 Z',
    'M0 4 C-16 -10 -34 -10 -46 -2 C-34 8 -16 10 0 4 Z',
    'M18 18 C28 8 40 8 49 14 C40 24 28 24 18 18 Z',
    'M-18 -18 C-26 -32 -38 -34 -48 -32 C-44 -20 -32 -14 -18 -18 Z',
  ]) {
    g.shape(d, leaf, edge)
  }
  return group(g)
}
