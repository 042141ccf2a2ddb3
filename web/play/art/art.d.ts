// Declares what `art:<game>`, `scenery:<game>/<file>`, `figures:<game>` and `sign:<game>` give: the
// pictures of a game's folder, checked, shrunk and put together by the build
// (scripts/art-packs.mjs). It must never hold code.

declare module 'art:*' {
  /** Each picture is the text of an SVG file. */
  export interface ArtPack {
    /** By symbol id. `under` is its shadow and glow, which stay when it moves. */
    symbols: Readonly<Record<string, { under?: string; body: string }>>
    /** By name: what rains on a big win. */
    tokens: Readonly<Record<string, string>>
    /** One, or one for wide and one for tall boards. */
    frames: readonly { bed: string; rim: string }[]
  }
  const art: ArtPack
  export default art
}

declare module 'scenery:*' {
  /** Where a layer of a background stays when a window cuts it: `top`, or the bottom and a side. */
  export type Hold = 'middle' | 'top' | 'left' | 'right'
  export type LayerFiles = readonly { hold: Hold; svg: string }[]
  const layers: LayerFiles
  export default layers
}

declare module 'figures:*' {
  /** What big wins and features show beside symbols, by name. */
  export type Figures = Readonly<Record<string, string>>
  const figures: Figures
  export default figures
}

declare module 'sign:*' {
  /** What the first and the last card of a feature are lettered on: the text of an SVG file. */
  const sign: string
  export default sign
}
