// Owns what every drawing and every renderer is built on, named together: code that all of them ask for becomes one
// file, where browsers would else fetch it in twenty pieces, six at a time. It must never hold what one game draws.

// The page's policy allows no eval: both renderers ask for this.
import 'pixi.js/unsafe-eval'
import * as pixi from 'pixi.js'
import { drawFrame } from './frames.ts'
import { letters, pen } from './paint.ts'
import { drawRankSymbol } from './ranks.ts'
import { drawRibbon } from './ribbon.ts'
import { disorder } from './scatter.ts'
import { paintSky } from './scenery.ts'
import { paintCornerShade } from './shade.ts'

// A call: an import that nothing uses would be left out.
Object.freeze([
  [
    pixi.Container,
    pixi.FillGradient,
    pixi.Graphics,
    pixi.GraphicsPath,
    pixi.Matrix,
    pixi.Rectangle,
    pixi.Sprite,
    pixi.Text,
    pixi.Texture,
    pixi.Ticker,
  ],
  [drawFrame, letters, pen, drawRankSymbol, drawRibbon, disorder, paintSky, paintCornerShade],
])
