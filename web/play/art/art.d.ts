// Declares what `import art from 'art:<game>'` gives: the pictures of a game's folder, checked,
// shrunk and put together by the build (scripts/art-packs.mjs). It must never hold code.

declare module 'art:*/figures' {
  /** What a big win shows beside symbols, by name: texts of SVG files. */
  const figures: Readonly<Record<string, string>>
  export default figures
}

declare module 'art:*' {
  /** Each picture is the text of an SVG file. */
  export interface ArtPack {
    /** By symbol id. `under` is its shadow and glow, which stay when it moves. */
    symbols: Readonly<Record<string, { under?: string; body: string }>>
    /** By name: what rains on a big win. */
    tokens: Readonly<Record<string, string>>
    backgrounds: Readonly<Record<'wide' | 'upright', readonly { hold: Hold; svg: string }[]>>
    frame: { bed: string; rim: string }
  }
  /** Where a layer of a background stays when a window cuts it: `top`, or the bottom and a side. */
  export type Hold = 'middle' | 'top' | 'left' | 'right'
  const art: ArtPack
  export default art
}
