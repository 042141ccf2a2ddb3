// `npm run write:logos`: draws the games' logos into web/play/logos, in one line and, for upright
// screens, with one word below the other. Every letter is a path. Must never use a font.

import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { LETTERS } from './logos/alphabet.mjs'
import { LOGOS } from './logos/logos.mjs'

const FOLDER = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../web/play/logos')
const GAP = 20
const WORD_GAP = 46
/** How much larger the first letter of a word is. */
const INITIAL = 1.24
const LINE = 162
const ORNAMENT = 62
/** How far the widest outline reaches beyond a stroke. */
const RIM = 9
const EDGE = 19

for (const [id, logo] of Object.entries(LOGOS)) {
  for (const [folder, lines] of [
    ['', [logo.words]],
    [
      'stacked',
      logo.words.length === 3
        ? [logo.words.slice(0, 2), [logo.words[2]]]
        : logo.words.map(word => [word]),
    ],
  ]) {
    mkdirSync(path.join(FOLDER, folder), { recursive: true })
    writeFileSync(path.join(FOLDER, folder, `${id}.svg`), draw(logo, lines))
  }
}

function draw(logo, lines) {
  const laid = lines.map(words => layLine(words, logo))
  const widest = Math.max(...laid.map(({ width }) => width))
  const ends = logo.ends === undefined ? 0 : ORNAMENT * 2 + 14
  const width = Math.ceil(widest + 2 * (ends + EDGE + 8))
  const rise =
    Math.max(0, -logo.arch) +
    Math.max(...laid[0].glyphs.map(glyph => reachUp(glyph, logo))) +
    (logo.arch > 0 ? logo.arch * 0.4 : 0) +
    2
  const below =
    Math.max(...laid.at(-1).glyphs.map(glyph => reachDown(glyph, logo))) +
    9 +
    (logo.under === undefined ? 0 : 30) +
    Math.max(0, logo.arch * 0.6) +
    (logo.bounce ?? 0)
  const height = Math.ceil(rise + 100 + (lines.length - 1) * LINE + below)
  const letters = laid.flatMap(({ glyphs, width: own }, line) =>
    glyphs.map(glyph => place(glyph, logo, own, (width - own) / 2, rise + line * LINE)),
  )
  const group = kind => {
    const paths = letters.map(({ strokes, at }) =>
      strokes[kind] === '' ? '' : `<path d="${strokes[kind]}" transform="${at}"/>`,
    )
    return `<g id="${kind[0]}">${paths.join('')}</g>`
  }
  const kinds = ['main', 'thin', ...(logo.feet > 0 ? ['feet'] : [])]
  const weights = { main: logo.pen, thin: logo.thin, feet: logo.feet }
  const layer = (paint, wider, more = '') =>
    `<g stroke="${paint}"${more}>${kinds.map(kind => `<use href="#${kind[0]}" stroke-width="${weights[kind] + wider}"/>`).join('')}</g>`
  const middle = rise + 50 + ((lines.length - 1) * LINE) / 2
  const slant =
    logo.slant === undefined
      ? ''
      : ` transform="translate(${Math.round((-Math.tan((logo.slant * Math.PI) / 180) * height) / 2)} 0) skewX(${logo.slant})"`
  const name = logo.words
    .map(word => (word === 'OF' ? 'of' : word[0] + word.slice(1).toLowerCase()))
    .join(' ')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" fill="none" stroke-linecap="${logo.cap}" stroke-linejoin="${logo.cap === 'square' ? 'miter' : 'round'}">
<title>${name}</title>
<defs>${fall('f', logo.face, -8, 108)}${logo.glow === undefined ? '' : fall('o', logo.glow, -40, 40)}${kinds.map(group).join('')}</defs>
${logo.under === undefined ? '' : printUnder(logo, width, rise + (lines.length - 1) * LINE)}
<g${slant}>
${layer('#000', EDGE, ` opacity=".4" transform="translate(0 7)"`)}
${layer(logo.edge, EDGE)}
${layer(logo.rim, RIM)}
${layer(logo.edge, 3)}
${layer('url(#f)', 0)}
<g stroke="${logo.shine}" opacity=".55" transform="translate(-${(logo.pen / 6).toFixed(1)} -${(logo.pen / 6).toFixed(1)})"><use href="#m" stroke-width="${(logo.pen / 7).toFixed(1)}"/></g>
</g>
${printEnds(logo, width, middle)}
</svg>
`
}

/** How far the widest outline of a letter goes above the height of small ones. */
function reachUp({ letter, scale }, logo) {
  return (scale - 1) * 100 - scale * Math.min(...outlineOf(LETTERS[letter], logo))
}

/** How far it goes below the baseline. */
function reachDown({ letter, scale }, logo) {
  return scale * (Math.max(...outlineOf(LETTERS[letter], logo)) - 100)
}

/**
 * The vertical range of a letter's widest outline: the square end of a slanted stroke reaches
 * further than its width.
 */
function outlineOf(strokes, logo) {
  const weights = { main: logo.pen, thin: logo.thin, feet: logo.feet }
  return Object.entries(weights).flatMap(([kind, weight]) => {
    const half = (weight + EDGE) / 2
    return readSegments(strokes[kind]).flatMap(([[fromX, fromY], [toX, toY]]) => {
      const length = Math.hypot(toX - fromX, toY - fromY) || 1
      const [along, across] = [Math.abs(toY - fromY) / length, Math.abs(toX - fromX) / length]
      const reach = half * (logo.cap === 'square' ? along + across : 1)
      return [fromY - reach, fromY + reach, toY - reach, toY + reach]
    })
  })
}

/** The points of a path joined by straight lines; a curve becomes eight of them. */
function readSegments(path) {
  const segments = []
  let at = [0, 0]
  const go = to => {
    segments.push([at, to])
    at = to
  }
  for (const [, name, text] of path.matchAll(/([MLHVCZ])([^MLHVCZ]*)/g)) {
    const numbers = (text.match(/-?[\d.]+/g) ?? []).map(Number)
    if (name === 'M') at = numbers
    else if (name === 'H') go([numbers[0], at[1]])
    else if (name === 'V') go([at[0], numbers[0]])
    else if (name === 'L') go(numbers)
    for (let index = 0; name === 'C' && index < numbers.length; index += 6) {
      const curve = [at, ...[0, 2, 4].map(n => numbers.slice(index + n, index + n + 2))]
      for (let step = 1; step <= 8; step++) go(pointOf(curve, step / 8))
    }
  }
  return segments
}

function pointOf([a, b, c, d], t) {
  const u = 1 - t
  return [0, 1].map(
    axis =>
      u ** 3 * a[axis] + 3 * u ** 2 * t * b[axis] + 3 * u * t ** 2 * c[axis] + t ** 3 * d[axis],
  )
}

/** A gradient from top to bottom of the area it fills: each letter has its own coordinates. */
function fall(id, colors, top, bottom) {
  const stops = colors.map(
    (color, index) =>
      `<stop offset="${+(index / (colors.length - 1)).toFixed(2)}" stop-color="${color}"/>`,
  )
  return `<linearGradient id="${id}" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="${top}" y2="${bottom}">${stops.join('')}</linearGradient>`
}

function layLine(words, logo) {
  const glyphs = []
  let x = 0
  words.forEach((word, wordIndex) => {
    if (wordIndex > 0) x += WORD_GAP - GAP
    const small = words.length === 3 && wordIndex === logo.small ? 0.66 : 1
    Array.from(word).forEach((letter, index) => {
      const scale = small * (index === 0 && small === 1 ? INITIAL : 1)
      const { wide } = LETTERS[letter]
      glyphs.push({ letter, x, scale, center: x + (wide * scale) / 2 })
      x += wide * scale + GAP + (logo.pen - 20)
    })
  })
  return { glyphs, width: x - GAP - (logo.pen - 20) }
}

function place({ letter, x, scale, center }, logo, lineWidth, left, top) {
  const t = (center / lineWidth) * 2 - 1
  const arch = logo.arch * (t * t)
  const hop = logo.bounce === undefined ? 0 : logo.bounce * Math.sin(center / 60)
  const turn = (Math.atan2(2 * logo.arch * t, lineWidth / 2) * 180) / Math.PI
  const y = top + 100 + arch + hop - 100 * scale - (logo.arch > 0 ? logo.arch * 0.4 : 0)
  const round = value => +value.toFixed(1)
  const parts = [`translate(${round(left + x)} ${round(y)})`]
  if (Math.abs(turn) > 0.4)
    parts.push(
      `rotate(${round(turn)} ${round((LETTERS[letter].wide * scale) / 2)} ${round(50 * scale)})`,
    )
  if (scale !== 1) parts.push(`scale(${scale})`)
  return { strokes: LETTERS[letter], at: parts.join('') }
}

function printEnds(logo, width, middle) {
  if (logo.ends === undefined) return ''
  const at = ORNAMENT + 10
  return `<g transform="translate(${at} ${middle})">${logo.ends}</g><use href="#e" transform="translate(${width - at} ${middle}) scale(-1 1)"/>`
}

function printUnder({ under }, width, top) {
  const left = Math.round(width / 2 - 360)
  return `<g transform="translate(0 ${top})">${under.replaceAll('{left}', left)}</g>`
}
