// An esbuild plugin for the pictures of games: `import art from 'art:<game>'` becomes the checked
// and shrunk SVG files of web/play/art/<game>/ in one object (web/play/art/art.d.ts). Must never
// let a picture through that a browser might draw differently, or that could load or run anything.

import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gzipSync } from 'node:zlib'
import { VERSION } from 'svgo'
import { checkPicture } from './art-rules.mjs'
import { shrinkPicture } from './art-shrink.mjs'

const FOLDER = path.join('web', 'play', 'art')
/** A game's pictures compressed with gzip, in bytes: a sixth of what a page may load at all. */
const MOST_PACK_BYTES = 48_000
/** The folder of what a big win shows: a pack that is loaded later. */
const FIGURES = 'figures'
/** In files of symbols: what stays when the symbol moves. */
const UNDER = ['shadow', 'glow']
/** In files of backgrounds, from the back to the front: where each layer stays. */
const LAYERS = ['middle', 'top', 'left', 'right']

/** @param cache a folder with the pictures of earlier builds: shrinking all takes 20 s of a core */
export function artPacks(root, cache) {
  return {
    name: 'art-packs',
    setup(build) {
      build.onResolve({ filter: /^art:/ }, ({ path: name }) => ({
        path: path.join(FOLDER, name.slice('art:'.length)),
        namespace: 'art',
      }))
      build.onLoad({ filter: /.*/, namespace: 'art' }, ({ path: name }) => {
        const folder = path.join(root, name)
        const pack = name.endsWith(FIGURES) ? packFigures : packArt
        return { contents: JSON.stringify(pack(folder, cache)), loader: 'json' }
      })
    },
  }
}

/**
 * The pack of a game.
 * @throws what is wrong with which file
 */
export function packArt(folder, cache) {
  const shrink = createShrinker(folder, cache)
  const symbols = readAll(folder, 'symbols').map(name => [name, splitSymbol(shrink, name)])
  const tokens = readAll(folder, 'tokens').map(name => [name, shrink(`tokens/${name}`, 'token')])
  const background = form =>
    LAYERS.flatMap(hold => {
      const svg = shrink(`background-${form}`, form, { only: [hold] })
      return svg === null ? [] : [{ hold, svg }]
    })
  const pack = {
    symbols: Object.fromEntries(symbols),
    tokens: Object.fromEntries(tokens),
    backgrounds: { wide: background('wide'), upright: background('upright') },
    frame: {
      bed: shrink('frame', 'frame', { only: ['bed'] }),
      rim: shrink('frame', 'frame', { only: ['rim'] }),
    },
  }
  return checkBytes(folder, pack)
}

/** The figures of a game by their names. */
export function packFigures(folder, cache) {
  const game = path.dirname(folder)
  const shrink = createShrinker(game, cache)
  const figures = readAll(game, FIGURES).map(name => [name, shrink(`${FIGURES}/${name}`, 'figure')])
  return checkBytes(folder, Object.fromEntries(figures))
}

function checkBytes(folder, pack) {
  const bytes = gzipSync(JSON.stringify(pack)).length
  if (bytes <= MOST_PACK_BYTES) return pack
  throw new Error(`${folder}: ${bytes} bytes compressed, and ${MOST_PACK_BYTES} are allowed`)
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
