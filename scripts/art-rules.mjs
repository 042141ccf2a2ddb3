// The rules for a game's pictures; docs/art.md has them for artists. Must never change a picture.

import { optimize } from 'svgo'

/** The box of each kind of file; that of a frame depends on its board, a figure chooses its own. */
const BOXES = {
  symbol: '-65 -65 130 130',
  token: '-52 -52 104 104',
  wide: '0 0 1280 800',
  upright: '0 0 420 812',
  frame: null,
  sign: '0 0 640 480',
  figure: null,
}
/** Around the board in a frame's file, in units. */
const FRAME_MARGIN = 80
/** Of a file as an artist saves it, in bytes: the largest has half of it. */
const MOST_BYTES = {
  symbol: 40_000,
  token: 20_000,
  wide: 300_000,
  upright: 300_000,
  frame: 60_000,
  sign: 30_000,
  figure: 20_000,
}
/** What every browser draws alike, from its own text alone. */
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'title', 'desc', 'metadata', 'use', 'clipPath', 'mask'],
  ...['path', 'circle', 'ellipse', 'rect', 'line', 'polyline', 'polygon'],
  ...['linearGradient', 'radialGradient', 'stop'],
])
/** Notes of an editor, which shrinking removes. */
const EDITORS = /^(sodipodi|inkscape|rdf|cc|dc):/
/** Top-level groups that the build looks for, by the kind of file. */
const GROUPS = {
  wide: ['middle', 'top', 'left', 'right'],
  upright: ['middle', 'top', 'left', 'right'],
  frame: ['bed', 'rim'],
}

/** @throws the file and what is wrong with it */
export function checkPicture(file, text, kind) {
  const refuse = why => {
    throw new Error(`${file}: ${why}`)
  }
  if (Buffer.byteLength(text) > MOST_BYTES[kind]) refuse(`more than ${MOST_BYTES[kind]} bytes`)
  if (/<!ENTITY|<\?xml-stylesheet/i.test(text)) refuse('entities and style sheets are not allowed')
  const plugin = { name: 'check', fn: () => ({ element: { enter: checkWith(kind, refuse) } }) }
  try {
    optimize(text, { plugins: [plugin] })
  } catch (error) {
    if (error.message.startsWith(file)) throw error
    refuse(error.message.split('\n')[0])
  }
}

const checkWith = (kind, refuse) => (node, parent) => {
  const { name, attributes } = node
  if (EDITORS.test(name)) return
  if (parent.type === 'element' && EDITORS.test(parent.name)) return
  if (!ELEMENTS.has(name)) refuse(`<${name}> is not allowed`)
  for (const [key, value] of Object.entries(attributes)) checkAttribute(key, value, refuse)
  if (name === 'svg') checkBox(node, kind, refuse)
  if (parent.type === 'element' && parent.name === 'svg') checkGroup(node, kind, refuse)
}

function checkAttribute(key, value, refuse) {
  if (/^on/i.test(key)) refuse(`${key} is not allowed`)
  if (/href$/.test(key) && !value.startsWith('#')) refuse(`${key} leads out of the file`)
  for (const [, target] of value.matchAll(/url\(\s*['"]?([^)]*)/gi)) {
    if (!target.startsWith('#')) refuse(`${key} leads out of the file`)
  }
  if (/NaN|Infinity|undefined/.test(value)) refuse(`${key} is not a number`)
}

function checkBox({ attributes }, kind, refuse) {
  const box = attributes.viewBox ?? ''
  if (kind === 'figure') {
    if (!/^(-?\d+ ){2}\d+ \d+$/.test(box)) refuse(`viewBox is "${box}" and must be four numbers`)
    return
  }
  if (kind !== 'frame') {
    if (box !== BOXES[kind]) refuse(`viewBox is "${box}" and must be "${BOXES[kind]}"`)
    return
  }
  const [x, y, width, height] = box.split(' ').map(Number)
  const isFrame = x === -FRAME_MARGIN && y === -FRAME_MARGIN && width > 400 && height > 400
  if (!isFrame)
    refuse(`viewBox is "${box}" and must begin with "-${FRAME_MARGIN} -${FRAME_MARGIN}"`)
}

function checkGroup({ name, attributes }, kind, refuse) {
  const known = GROUPS[kind]
  if (known === undefined || name !== 'g' || known.includes(attributes.id)) return
  refuse(`the group "${attributes.id}" is not one of ${known.join(', ')}`)
}
