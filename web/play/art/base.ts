// Owns the imports that every drawing and renderer needs, listed together: shared code becomes one
// file, where browsers would otherwise fetch it in twenty pieces, six at a time. It must never hold
// what one game draws.

// The page's policy allows no eval: both renderers need this module.
import 'pixi.js/unsafe-eval'
import * as pixi from 'pixi.js'
import { drawFrame } from './frames.ts'
import { letters, Pen } from './paint.ts'
import { drawRankSymbol } from './ranks.ts'
import { drawRibbon } from './ribbon.ts'
import { disorder, paintCornerShade, paintSky } from './scenery.ts'

// A call: an unused import would be removed by the bundler.
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
  [drawFrame, letters, Pen, drawRankSymbol, drawRibbon, disorder, paintSky, paintCornerShade],
])
