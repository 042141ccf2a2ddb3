// An esbuild plugin for the pictures of games: `art:<game>`, `scenery:<game>/<file>`,
// `figures:<game>` and `sign:<game>` become the checked and shrunk SVG files of
// web/play/art/<game>/ (web/play/art/art.d.ts). Must never let a picture through that a browser
// might draw differently, or that could load or run anything.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { VERSION } from 'svgo'
import { checkPicture } from './art-rules.mjs'
import { shrinkPicture } from './art-shrink.mjs'

const FOLDER = path.join('web', 'play', 'art')
/**
 * Of a game's symbols and frame, and of a background, compressed with gzip, in bytes: together a
 * sixth of what a page may load until it is ready.
 */
const MOST_PACK_BYTES = 25_000
/** In files of symbols: what stays when the symbol moves. */
const UNDER = ['shadow', 'glow']
/** The second one is for a game whose frame would look stretched around a tall board. */
const FRAMES = ['frame', 'frame-upright']
/** In files of backgrounds, from the back to the front: where each layer stays. */
const LAYERS = ['middle', 'top', 'left', 'right']

/** @param cache a folder with the pictures of earlier builds: shrinking all takes 20 s of a core */
export function artPacks(root, cache) {
  const load = (filter, pack) => build => {
    build.onResolve({ filter }, ({ path: name }) => ({ path: name, namespace: 'art' }))
    build.onLoad({ filter, namespace: 'art' }, ({ path: name }) => {
      const [game, file] = name.slice(name.indexOf(':') + 1).split('/')
      const contents = JSON.stringify(pack(path.join(root, FOLDER, game), cache, file))
      return { contents, loader: 'json' }
    })
  }
  return {
    name: 'art-packs',
    setup(build) {
      load(/^art:/, packArt)(build)
      load(/^scenery:/, packScenery)(build)
      load(/^figures:/, packFigures)(build)
      load(/^sign:/, packSign)(build)
    },
  }
}

/**
 * All pictures of a game but its backgrounds.
 * @throws what is wrong with which file
 */
export function packArt(folder, cache) {
  const shrink = createShrinker(folder, cache)
  const symbols = readAll(folder, 'symbols').map(name => [name, splitSymbol(shrink, name)])
  const tokens = readAll(folder, 'tokens').map(name => [name, shrink(`tokens/${name}`, 'token')])
  return checkBytes(folder, {
    symbols: Object.fromEntries(symbols),
    tokens: Object.fromEntries(tokens),
    frames: FRAMES.filter(name => existsSync(path.join(folder, `${name}.svg`))).map(name => ({
      bed: shrink(name, 'frame', { only: ['bed'] }),
      rim: shrink(name, 'frame', { only: ['rim'] }),
    })),
  })
}

/**
 * The layers of the base game's background or of a feature's, from the back to the front.
 * @param file `background-wide`, `feature-upright`; with a choice `feature-<place>-wide`
 */
export function packScenery(folder, cache, file) {
  const shrink = createShrinker(folder, cache)
  const form = file.slice(file.lastIndexOf('-') + 1)
  const layers = LAYERS.flatMap(hold => {
    const svg = shrink(file, form, { only: [hold] })
    return svg === null ? [] : [{ hold, svg }]
  })
  return checkBytes(`${folder}, ${file}`, layers)
}

/** What the first and the last card of a feature are lettered on. */
export function packSign(folder, cache) {
  return checkBytes(`${folder}, sign`, createShrinker(folder, cache)('sign', 'sign'))
}

/** What big wins and features show beside symbols, by name. */
export function packFigures(folder, cache) {
  const shrink = createShrinker(folder, cache)
  const figures = readAll(folder, 'figures').map(name => [
    name,
    shrink(`figures/${name}`, 'figure'),
  ])
  return checkBytes(`${folder}, figures`, Object.fromEntries(figures))
}

function checkBytes(what, pack) {
  const bytes = gzipSync(JSON.stringify(pack)).length
  if (bytes <= MOST_PACK_BYTES) return pack
  throw new Error(`${what}: ${bytes} bytes compressed, and ${MOST_PACK_BYTES} are allowed`)
}

/** Every game with pictures, and the ids of its symbols. */
export function listArt(root) {
  const folder = path.join(root, FOLDER)
  const games = readdirSync(folder, { withFileTypes: true }).filter(each => each.isDirectory())
  return games.map(({ name: id }) => ({ id, symbols: readAll(path.join(folder, id), 'symbols') }))
}

function splitSymbol(shrink, name) {
  const under = shrink(`symbols/${name}`, 'symbol', { only: UNDER })
  const body = shrink(`symbols/${name}`, 'symbol', { without: UNDER })
  return under === null ? { body } : { under, body }
}

/** A game whose symbols rain has no tokens. */
function readAll(folder, kind) {
  const place = path.join(folder, kind)
  const names = existsSync(place) ? readdirSync(place) : []
  return names
    .filter(name => name.endsWith('.svg'))
    .map(name => name.slice(0, -'.svg'.length))
    .sort()
}

/** @returns a function: the shrunk text of a file or of some of its groups; null without any */
function createShrinker(folder, cache) {
  mkdirSync(cache, { recursive: true })
  const checked = new Map()
  return (name, kind, groups = {}) => {
    const file = path.join(folder, `${name}.svg`)
    const text = checked.get(file) ?? readFileSync(file, 'utf8')
    const kept = path.join(cache, `${keyOf(text, kind, groups)}.svg`)
    if (!existsSync(kept)) {
      if (!checked.has(file)) checkPicture(file, text, kind)
      writeFileSync(kept, shrinkPicture(text, groups))
    }
    checked.set(file, text)
    return readFileSync(kept, 'utf8') || null
  }
}

/** Rules and shrinking are part of the key: a change of either makes all pictures again. */
const RULES = ['art-rules.mjs', 'art-shrink.mjs'].map(name =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8'),
)

function keyOf(text, kind, groups) {
  const parts = JSON.stringify([VERSION, ...RULES, kind, groups, text])
  return createHash('sha256').update(parts).digest('hex').slice(0, 32)
}
