// The page of `npm run art`: every picture of a game, at every size and state, drawn by the code
// that draws it in the game. It must never be part of what players load.

import { Container, type Sprite, type Texture } from 'pixi.js'
import { make, part } from '../dom.ts'
import { paintLayers } from '../play/stage/backdrop.ts'
import { paintCanvas } from '../play/stage/canvas.ts'
import { boardOf, dressBoard } from '../play/stage/frame.ts'
import {
  type Frame,
  formOf,
  type Layers,
  openPlaces,
  type Pen,
  type Size,
} from '../play/stage/pictures.ts'
import { FRAME_UNITS, SymbolAtlas } from '../play/stage/symbol-atlas.ts'
import { loadTheme } from '../play/themes/catalogue.ts'
import type { FeatureLook, Theme } from '../play/themes/theme.ts'

/** Sides of a cell in CSS pixels: the smallest phone to the largest screen. */
const SIDES = [40, 64, 100, 160, 240]
const STATES_AT = 100
const WINDOWS: readonly Size[] = [
  { width: 1280, height: 800 },
  { width: 844, height: 390 },
  { width: 1920, height: 820 },
  { width: 390, height: 844 },
  { width: 320, height: 568 },
  { width: 768, height: 1024 },
]
/** Of the board in the pictures of windows. */
const BOARD_SHARE = 0.72
/** Signs in CSS pixels: on a phone, with few words, with many. */
const SIGNS: readonly Size[] = [
  { width: 370, height: 300 },
  { width: 640, height: 480 },
  { width: 900, height: 520 },
]
/** Boards are wider or narrower than in the file: the frame must look right then, too. */
const WIDENED = 1.1

declare const GAMES: readonly { id: string; symbols: readonly string[] }[]

const chosen = GAMES.find(({ id }) => id === location.hash.slice(1)) ?? GAMES[0]!
addEventListener('hashchange', () => location.reload())
show().catch(error => part('pictures').append(make('p', { text: String(error) })))

async function show(): Promise<void> {
  for (const { id } of GAMES) {
    const link = make('a', { text: id })
    link.setAttribute('href', `#${id}`)
    if (id === chosen.id) link.setAttribute('aria-current', 'page')
    part('games').append(link)
  }
  const theme = await loadTheme(chosen.id)
  const drawings = chosen.symbols.flatMap(id => theme.art.symbol(id) ?? [])
  const atlas = new SymbolAtlas(drawings)
  for (const [index, id] of chosen.symbols.entries()) {
    part('pictures').append(rowOf(id, atlas, index, theme))
  }
  for (const window of WINDOWS) {
    await theme.art.openBackground(window)
    const layers = theme.art.background(window) ?? []
    for (const frame of theme.art.frames) {
      const canvas = scene(layers, frame, window)
      part('pictures').append(figure(`${window.width} x ${window.height}`, canvas))
    }
  }
  const source = await theme.feature?.()
  if (source !== undefined) await showFeature(source.look, theme)
}

/** Each place of a feature in every window, and the sign of its cards. */
async function showFeature({ places, sign }: FeatureLook, theme: Theme): Promise<void> {
  for (const window of WINDOWS) {
    for (const [option, layers] of await openPlaces(places, formOf(window))) {
      const caption = `${option}, ${window.width} x ${window.height}`
      part('pictures').append(figure(caption, scene(layers, theme.art.frames[0]!, window)))
    }
  }
  const url = URL.createObjectURL(new Blob([sign.svg], { type: 'image/svg+xml' }))
  for (const { width, height } of SIGNS) {
    const shown = make('div', { class: 'sign' })
    Object.assign(shown.style, { width: `${width}px`, height: `${height}px` })
    shown.style.borderImage = `url(${url}) 150 fill`
    shown.style.borderWidth = `${Math.min(width / 4, 150)}px`
    part('pictures').append(figure(`sign, ${width} x ${height}`, shown))
  }
}

function rowOf(id: string, atlas: SymbolAtlas, symbol: number, theme: Theme): HTMLElement {
  const row = make('div', { class: 'row' }, make('h2', { text: id }))
  row.style.background = theme.lightReels ? '#fffaf0' : theme.colors.panel
  const add = (caption: string, canvas: HTMLCanvasElement, side: number, className = '') => {
    canvas.className = className
    canvas.style.width = `${(side * FRAME_UNITS) / 100}px`
    row.append(figure(caption, canvas))
  }
  for (const side of SIDES) {
    atlas.forget()
    atlas.bake(side * devicePixelRatio)
    add(`${side}`, atlas.canvas(symbol), side)
  }
  atlas.forget()
  atlas.bake(STATES_AT * devicePixelRatio)
  add('spinning', canvasOf(atlas.texture(symbol, true)), STATES_AT)
  add('losing', atlas.canvas(symbol), STATES_AT, theme.lightReels ? 'faded' : 'loser')
  const { under, body, sheen } = atlas.winner(symbol)
  const light = sheen[Math.floor(sheen.length / 2)]!
  for (const turn of [0, 0.13, Math.PI / 2]) {
    const winner = paintCanvas(canvasOf(under), pen => {
      pen.drawImage(canvasOf(under), 0, 0)
      const { width, height } = pen.canvas
      pen.translate(width / 2, height / 2)
      pen.rotate(turn)
      pen.drawImage(canvasOf(body), -width / 2, -height / 2)
      pen.globalCompositeOperation = 'lighter'
      pen.drawImage(canvasOf(light), -width / 2, -height / 2)
    })
    add('winning', winner, STATES_AT)
  }
  return row
}

function scene(layers: Layers, frame: Frame, window: Size): HTMLCanvasElement {
  const drawn = boardOf(frame.rim)
  const scale = BOARD_SHARE * Math.min(window.width / drawn.width, window.height / drawn.height)
  const board = {
    width: Math.round(drawn.width * scale * WIDENED),
    height: Math.round(drawn.height * scale),
  }
  const dress = { behind: new Container(), above: new Container() }
  dressBoard([frame], dress, board, 1)
  const canvas = paintCanvas(window, pen => {
    paintLayers(pen, window, layers)
    pen.translate((window.width - board.width) / 2, (window.height - board.height) / 2)
    for (const layer of [dress.behind, dress.above]) paintSprites(pen, layer)
  })
  canvas.style.width = `${window.width / 2}px`
  return canvas
}

function paintSprites(pen: Pen, layer: Container): void {
  for (const child of layer.children) {
    const { texture, x, y, width, height } = child as Sprite
    pen.drawImage(canvasOf(texture), x, y, width, height)
  }
}

function canvasOf(texture: Texture): HTMLCanvasElement {
  return texture.source.resource as HTMLCanvasElement
}

function figure(caption: string, picture: HTMLElement): HTMLElement {
  const title = make('figcaption', { text: caption })
  return make('figure', { class: 'window' }, picture, title)
}
