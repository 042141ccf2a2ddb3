// Owns the canvas: the renderer, the layers and the position of the board in the window. It must
// never depend on a round; it offers the board and its effects to the presenter.

import { Container, Graphics, type Renderer, Sprite, Texture, Ticker } from 'pixi.js'
import type { Cell } from '../../../src/games/engine/contract.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { FeatureLook, Sign, Theme } from '../themes/theme.ts'
import { drawUnknown } from '../themes/unknown.ts'
import { ActHost } from './act-host.ts'
import type { Acts } from './acts.ts'
import { AirClock } from './air-clock.ts'
import { Ambient } from './ambient.ts'
import { Animator } from './animator.ts'
import { Anticipation } from './anticipation.ts'
import { Backdrop } from './backdrop.ts'
import { BigWin, type OpenShow } from './big-win.ts'
import { Board } from './board.ts'
import { paintCanvas, textureOf } from './canvas.ts'
import { Cards } from './cards.ts'
import { cellShape, hasCards, variesInHeight } from './cell-shape.ts'
import { fitSymbol } from './column.ts'
import { Figures } from './figures.ts'
import { dressBoard } from './frame.ts'
import { Highlights } from './highlights.ts'
import { lightBeam, lightGlint, lightRays, lightSpot } from './lights.ts'
import type { Picture } from './pictures.ts'
import { Respins } from './respins.ts'
import { Sparks } from './sparks.ts'
import { Spotlight } from './spotlight.ts'
import { SymbolAtlas } from './symbol-atlas.ts'

export interface Place {
  x: number
  y: number
  width: number
  height: number
}

/** More than two device pixels per CSS pixel cost much and show little. */
const FINEST = 2
/** From this width on a cell takes whole pixels: the loss of board width is not noticeable. */
const WHOLE_PIXELS_FROM = 64
/** In which the reels leave the view, or come back. */
const TABLE_MS = 450

export class Stage {
  readonly animator: Animator
  readonly atlas: SymbolAtlas
  readonly board: Board
  readonly highlights: Highlights
  readonly respins: Respins
  readonly sparks: Sparks
  readonly anticipation: Anticipation
  readonly spotlight: Spotlight
  readonly bigWin: BigWin
  /** Over the frame, from the top left of the reels. */
  readonly over = new Container()
  /** Called when the reels have got a place and a size. */
  onResize: () => void = () => {}
  /** The player prefers reduced motion. */
  readonly calm = matchMedia('(prefers-reduced-motion: reduce)').matches
  private readonly renderer: Renderer
  private readonly theme: Theme
  private readonly root = new Container()
  private readonly backdrop: Backdrop
  private readonly ambient: Ambient
  private readonly air: AirClock
  private readonly cards: Cards
  private readonly table = new Container()
  private readonly behind = new Container()
  private readonly above = new Container()
  /** What moves on the reels, seen through the opening of the frame. */
  private readonly within = new Container()
  private readonly opening = new Graphics()
  private readonly layout: GameView['layout']
  private readonly varies: boolean
  private readonly game: GameView
  private resolution = 1
  private resolutionCap = FINEST
  private frameKey = ''
  private shineShare = 1
  private readonly figures: Figures
  private readonly host: ActHost
  private openShow: OpenShow | null = null
  /** Called when the figures have arrived. */
  onFigures: () => void = () => {}
  private look: FeatureLook | null = null
  private tableShows = 0

  private constructor(renderer: Renderer, game: GameView, theme: Theme) {
    this.renderer = renderer
    this.theme = theme
    this.layout = game.layout
    this.game = game
    this.varies = variesInHeight(game)
    this.animator = new Animator(() => this.draw())
    const { art, mood } = theme
    const drawings = game.symbols.map(({ id }) => art.symbol(id) ?? drawUnknown(id))
    this.atlas = new SymbolAtlas(drawings)
    const { panel, glow } = theme.colors
    const isSpecial = game.symbols.map(({ role }) => role !== 'regular' && role !== 'blank')
    this.cards = new Cards({ panel, rim: glow }, isSpecial)
    this.board = new Board(game, this.atlas, this.cards, this.animator)
    const light = lightSpot()
    const tokens = art.tokens.map(drawToken)
    const [beam, glint] = [lightBeam(), lightGlint()]
    const lightReels = theme.lightReels === true
    const lights = { spot: light, beam, color: theme.colors.glow, lightReels }
    const motions = {
      manner: mood.manner,
      roles: game.symbols.map(({ role }) => role),
      calm: this.calm,
    }
    this.highlights = new Highlights(this.board, this.atlas, this.animator, lights, motions)
    this.anticipation = new Anticipation(this.board, this.animator, lights)
    this.respins = new Respins(this.board, this.atlas, this.animator, lights, game.symbols)
    this.sparks = new Sparks(this.animator, light, tokens)
    this.spotlight = new Spotlight(this.animator, lightRays())
    this.figures = new Figures(art)
    const props = {
      lights: { spot: light, beam, glint },
      tokens,
      paint: (name: string, px: number) => this.figures.paint(name, px),
    }
    const mark = (isShown: boolean) => markBigWin(isShown ? 'shown' : 'ready')
    this.bigWin = new BigWin(this.animator, { ...props, onShown: mark })
    this.host = new ActHost(
      {
        board: this.board,
        atlas: this.atlas,
        animator: this.animator,
        lights: props.lights,
        color: theme.colors.glow,
        calm: this.calm,
        symbols: game.symbols,
        table: this.table,
        picture: (name, px) => this.figures.texture(name, px * this.resolution),
      },
      props,
    )
    this.backdrop = new Backdrop(this.animator, art, mood)
    const shapes = { spot: light, streak: beam, glint, tokens }
    this.ambient = new Ambient(shapes)
    this.ambient.fill(mood.air)
    this.within.addChild(
      this.board.view,
      this.anticipation.view,
      this.respins.view,
      this.highlights.view,
      this.host.within,
      this.sparks.puffs,
      this.opening,
    )
    this.within.mask = this.opening
    this.table.addChild(this.behind, this.within, this.above, this.over)
    this.root.addChild(
      this.backdrop.view,
      this.ambient.view,
      this.table,
      this.host.over,
      this.spotlight.view,
      this.host.scene.view,
      this.bigWin.view,
      this.sparks.view,
      plainEnd(),
    )
    this.animator.onSlow = () => this.spare()
    this.air = new AirClock(this.animator, this.ambient, !isDrawnByCard(renderer), this.calm)
  }

  /** Puts the renderer's canvas into the page. */
  static create(host: HTMLElement, renderer: Renderer, game: GameView, theme: Theme): Stage {
    // Nothing here uses Pixi's own clock; a running one would wake the page sixty times a second.
    Ticker.system.autoStart = false
    Ticker.system.stop()
    const canvas = renderer.canvas as HTMLCanvasElement
    canvas.setAttribute('aria-hidden', 'true')
    host.append(canvas)
    return new Stage(renderer, game, theme)
  }

  /** Fits the board into an area of the window, in CSS pixels; returns the board's position. */
  resize(windowSize: { width: number; height: number }, place: Place): Place {
    const { columns, rows } = this.layout
    this.resolution = Math.min(FINEST, window.devicePixelRatio || 1, this.resolutionCap)
    this.renderer.resize(windowSize.width, windowSize.height, this.resolution)
    const shape = cellShape(this.game, windowSize.height > windowSize.width)
    const width = roundCell(Math.min(place.width / columns, (place.height / rows) * shape.widest))
    const height = roundCell(Math.min(place.height / rows, width * shape.tallest))
    const symbol = fitSymbol(width, height)
    const board = { width: width * columns, height: height * rows }
    const x = Math.round(place.x + (place.width - board.width) / 2)
    const y = Math.round(place.y + (place.height - board.height) / 2)
    this.highlights.clear()
    if (this.atlas.bake((this.varies ? width : symbol) * this.resolution)) this.cards.forget()
    const card = { width, height, resolution: this.resolution }
    this.cards.bake(hasCards(this.game, width, height) ? card : null, this.atlas.whole)
    this.table.position.set(x, y)
    this.board.resize({ column: width, height: board.height, symbol })
    this.opening.clear().rect(0, 0, board.width, board.height).fill('#ffffff')
    this.respins.layOut()
    this.ambient.resize(windowSize.width, windowSize.height)
    this.spotlight.resize(windowSize.width, windowSize.height)
    this.spotlight.place(...this.shineAt())
    const middle = { x: x + board.width / 2, y: y + board.height / 2 }
    const unit = Math.min(board.width, board.height)
    const area = { ...windowSize, ...middle, unit }
    this.bigWin.resize(area, this.resolution)
    this.host.resize({ x, y, ...board, window: windowSize }, area, this.resolution)
    this.dress(windowSize, board)
    this.onResize()
    this.animator.requestDraw()
    return { x, y, ...board }
  }

  /** Device pixels for each CSS pixel. */
  get pixels(): number {
    return this.resolution
  }

  /** What the features of the game show; null until it is loaded, and for a theme without it. */
  get acts(): Acts | null {
    return this.host.acts
  }

  /** A point of the board in window pixels, for effects over it. */
  toWindow(point: { x: number; y: number }): { x: number; y: number } {
    return { x: point.x + this.table.x, y: point.y + this.table.y }
  }

  /**
   * The scenery of the base game or of a feature, with a change between them.
   * @param place the option that leads to it, in a feature with a choice
   */
  setMood(mood: 'base' | 'feature', place = ''): void {
    this.backdrop.show(mood, place, this.calm)
    const { feature, air } = this.theme.mood
    this.ambient.fill(mood === 'base' ? air : (this.look?.air?.[place] ?? feature.air))
    this.air.awake()
  }

  /** Whether a feature is a place by now, which its cards show without the reels. */
  get hasPlaces(): boolean {
    return this.backdrop.hasPlaces
  }

  /** The reels leave the view, so that the scenery is seen, or come back. */
  async showTable(isShown: boolean): Promise<void> {
    this.tableShows += 1
    const mine = this.tableShows
    const { table } = this
    const [from, to] = [table.visible ? table.alpha : 0, isShown ? 1 : 0]
    if (from === to) return
    table.visible = true
    await this.animator.run(this.calm ? 0 : TABLE_MS, t => {
      if (mine === this.tableShows) table.alpha = from + (to - from) * t
    })
    if (mine === this.tableShows) table.visible = isShown
  }

  /** Darkens the table and lights the middle of the reels; `share` of their size. */
  shine(share: number, color: string, calm: boolean): void {
    this.shineShare = share
    this.spotlight.shine(...this.shineAt(), color, calm)
  }

  /** Loads the game's figures, and what it shows in its features and its big wins. */
  async prepareShows(): Promise<void> {
    const { bigWin, acts } = this.theme
    const [win, open] = await Promise.all([bigWin?.(), acts?.()])
    // The page is ready meanwhile.
    this.atlas.blurAll()
    if (win === undefined) return
    await this.figures.open(win.figures)
    this.onFigures()
    if (open !== undefined) this.host.open(open.openActs, this.respins)
    if (this.calm) return
    this.openShow = win.open
    markBigWin('ready')
  }

  /**
   * A figure of the game as an element for one place of the page; null until it has arrived, and
   * in games without it.
   */
  figure(name: string): HTMLImageElement | null {
    return this.figures.image(name)
  }

  /** A figure at this width in CSS pixels, with its own texture; null as above. */
  figureTexture(name: string, px: number): Texture | null {
    if (this.figures.image(name) === null) return null
    return this.figures.texture(name, px * this.resolution).texture
  }

  /** Loads the places and the sign of the game's feature. */
  async prepareFeature(): Promise<void> {
    const source = await this.theme.feature?.()
    if (source === undefined) return
    await this.backdrop.prepare(source.look.places, source.look.openChange)
    this.look = source.look
    document.body.dataset.places = 'ready'
  }

  /** What the cards of a feature are lettered on; null: plates, as in games without pictures. */
  get sign(): Sign | null {
    return this.look?.sign ?? null
  }

  /** A figure or a symbol of the game, `px` wide in CSS pixels. */
  portray(name: string, px: number): HTMLCanvasElement {
    return this.figures.paint(name, px * this.resolution).canvas
  }

  /** Opens the show of a big win; without one, the light that any big moment has. */
  celebrate(calm: boolean): void {
    if (this.openShow === null || calm) this.shine(1, this.theme.colors.glow, calm)
    else this.bigWin.begin(this.openShow)
  }

  private shineAt(): [x: number, y: number, size: number] {
    const { board, table } = this
    const width = board.columnWidth * this.layout.columns
    const size = Math.max(width, board.height) * this.shineShare
    return [table.x + width / 2, table.y + board.height / 2, size]
  }

  /** A burst of light at a cell. */
  burst(cell: Cell, color: string): void {
    const { x, y } = this.board.center(cell)
    this.sparks.burst(x, y, this.board.symbolSize(cell), color)
  }

  /**
   * Drops drawings with letters that were drawn before the game's font: `resize` draws them again.
   */
  reletter(): void {
    this.atlas.forget()
  }

  private draw(): void {
    const startedMs = Date.now()
    this.renderer.render(this.root)
    this.air.tookMs(Date.now() - startedMs)
  }

  /** Frame and background are drawn once per size and cached as textures. */
  private dress(windowSize: { width: number; height: number }, board: typeof windowSize): void {
    const key = JSON.stringify([windowSize, board, this.resolution])
    if (key === this.frameKey) return
    this.frameKey = key
    this.backdrop.resize(windowSize, this.resolution)
    const layers = { behind: this.behind, above: this.above }
    dressBoard(this.theme.art.frames, layers, board, this.resolution)
  }

  /** The machine draws in software: fewer pixels and sparks keep the game fast. */
  private spare(): void {
    this.sparks.abundance = 0.4
    this.spotlight.lean = true
    this.bigWin.lean = true
    document.body.classList.add('lean')
    this.host.spare()
    if (this.resolutionCap <= 1) return
    this.resolutionCap = 1
    dispatchEvent(new Event('resize'))
  }
}

/** Small cells take quarters of a pixel, so that they fill the available width. */
function roundCell(px: number): number {
  return px >= WHOLE_PIXELS_FROM ? Math.floor(px) : Math.floor(px * 4) / 4
}

/**
 * Every frame ends with a sprite in the normal blend mode, outside the window. The plain canvas
 * renderer remembers one blend mode for all canvases: if a symbol's texture were made after a frame
 * that ended with an additive sprite, the next frame's reels would be additive, too.
 */
function plainEnd(): Sprite {
  const sprite = new Sprite(Texture.WHITE)
  sprite.position.set(-64, -64)
  return sprite
}

/** Side of a token; of a symbol that rains, its cell with a little room. */
const TOKEN_UNITS = 104
/** Tokens fly at a seventh of the window's shorter side at most. */
const TOKEN_PX = 208

function drawToken({ image, width, height }: Picture): Texture {
  const side = Math.max(width, height)
  // A symbol has its cell in the middle of its box.
  const scale = TOKEN_PX / Math.min(side, TOKEN_UNITS)
  const [w, h] = [width * scale, height * scale]
  return textureOf(
    paintCanvas({ width: TOKEN_PX, height: TOKEN_PX }, pen =>
      pen.drawImage(image, (TOKEN_PX - w) / 2, (TOKEN_PX - h) / 2, w, h),
    ),
  )
}

/** For tests: whether the show of big wins is loaded, and whether it is shown. */
function markBigWin(state: 'ready' | 'shown'): void {
  document.body.dataset.bigWin = state
}

function isDrawnByCard(renderer: Renderer): boolean {
  return (renderer.name as string) !== 'canvas'
}
