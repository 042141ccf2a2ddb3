// Owns a game's pictures: SVG text opened as images, which are drawn at any size and density. It
// must never decide where a picture goes.

import type { ArtPack } from 'art:*'
import type { Figures } from 'figures:*'
import type { Hold, LayerFiles } from 'scenery:*'

export interface Size {
  width: number
  height: number
}

export type Pen = CanvasRenderingContext2D

/** An image with the box that it fills: x and y of its top left, in its own units. */
export interface Picture extends Size {
  image: HTMLImageElement
  x: number
  y: number
}

/** What is drawn of a symbol, in units of a hundredth of its cell around its middle. */
export interface SymbolDrawing {
  /** Shadow and glow: what stays when the symbol moves. */
  drawUnder(pen: Pen): void
  drawBody(pen: Pen): void
}

export type Form = 'wide' | 'upright'
/** Loads the layers for one form of window. */
export type Backgrounds = Readonly<Record<Form, () => Promise<{ layers: LayerFiles }>>>
export type Layers = readonly { hold: Hold; picture: Picture }[]
/** Loads the layers of a feature's places, by the option that leads to each. */
export type PlaceFiles = Readonly<
  Record<Form, () => Promise<{ places: Readonly<Record<string, LayerFiles>> }>>
>
export type Places = ReadonlyMap<string, Layers>

/** The bed is below the symbols, the rim above them. */
export interface Frame {
  bed: Picture
  rim: Picture
}

export interface Art {
  /** Null for an id that the theme does not have. */
  symbol(id: string): SymbolDrawing | null
  tokens: readonly Picture[]
  /** At least one; each is drawn for another shape of the board. */
  frames: readonly Frame[]
  /** The layers for a window, from the back to the front; null until they are opened. */
  background(window: Size): Layers | null
  /** Loads and opens the layers for a window, once. */
  openBackground(window: Size): Promise<void>
}

/**
 * Opens all pictures that the first frame needs.
 * @param tokens names of tokens or symbols of the pack
 */
export async function openArt(
  pack: ArtPack,
  backgrounds: Backgrounds,
  tokens: readonly string[],
): Promise<Art> {
  const opened = new Map<Form, Layers>()
  const openBackground = async (window: Size) => {
    const form = formOf(window)
    if (opened.has(form)) return
    const { layers } = await backgrounds[form]()
    opened.set(form, await openLayers(layers))
  }
  const [symbols, rain, frames] = await Promise.all([
    openSymbols(pack.symbols),
    Promise.all(tokens.map(name => openPicture(pack.tokens[name] ?? pack.symbols[name]!.body))),
    Promise.all(pack.frames.map(openFrame)),
    openBackground({ width: innerWidth, height: innerHeight }),
  ])
  return {
    symbol: id => symbols.get(id) ?? null,
    tokens: rain,
    frames,
    background: window => opened.get(formOf(window)) ?? null,
    openBackground,
  }
}

async function openFrame(frame: ArtPack['frames'][number]): Promise<Frame> {
  const [bed, rim] = await Promise.all([openPicture(frame.bed), openPicture(frame.rim)])
  return { bed, rim }
}

/** The pictures of a pack of figures, by their names. */
export async function openFigures(pack: Figures): Promise<ReadonlyMap<string, Picture>> {
  const entries = Object.entries(pack).map(
    async ([name, svg]) => [name, await openPicture(svg)] as const,
  )
  return new Map(await Promise.all(entries))
}

export function formOf({ width, height }: Size): Form {
  return width > height ? 'wide' : 'upright'
}

export async function openPlaces(files: PlaceFiles, form: Form): Promise<Places> {
  const { places } = await files[form]()
  const entries = Object.entries(places).map(
    async ([option, layers]) => [option, await openLayers(layers)] as const,
  )
  return new Map(await Promise.all(entries))
}

function openLayers(layers: LayerFiles): Promise<Layers> {
  return Promise.all(
    layers.map(async ({ hold, svg }) => ({ hold, picture: await openPicture(svg) })),
  )
}

async function openSymbols(pack: ArtPack['symbols']): Promise<Map<string, SymbolDrawing>> {
  const entries = Object.entries(pack).map(async ([id, { under, body }]) => {
    const [below, figure] = await Promise.all([
      under ? openPicture(under) : null,
      openPicture(body),
    ])
    const drawing: SymbolDrawing = {
      drawUnder: pen => below !== null && drawPicture(pen, below),
      drawBody: pen => drawPicture(pen, figure),
    }
    return [id, drawing] as const
  })
  return new Map(await Promise.all(entries))
}

/** In its own units. */
function drawPicture(pen: Pen, { image, x, y, width, height }: Picture): void {
  pen.drawImage(image, x, y, width, height)
}

/** The build writes the box of every picture as its `viewBox`. */
const BOX = /viewBox="([-\d.]+) ([-\d.]+) ([-\d.]+) ([-\d.]+)"/

async function openPicture(svg: string): Promise<Picture> {
  const [, x, y, width, height] = BOX.exec(svg)!.map(Number) as [number, ...number[]]
  // Firefox would leave sides empty where a frame stretches it.
  const stretchable = svg.replace('<svg', '<svg preserveAspectRatio="none"')
  const url = URL.createObjectURL(new Blob([stretchable], { type: 'image/svg+xml' }))
  try {
    return { image: await openImage(url), x: x!, y: y!, width: width!, height: height! }
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** `decode()` is not used: it would rasterise the picture at a size that nothing shows. */
function openImage(url: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image()
    image.onload = () => resolve(image)
    image.onerror = () => reject(new Error('A picture of the game cannot be opened.'))
    image.src = url
  })
}
