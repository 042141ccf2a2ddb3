// Owns the autoplay key: it opens the sheet, whose code is loaded on demand. It must never start a
// round by itself.

import type { GameView } from '../../../src/wire/play-game.ts'
import { part } from '../../dom.ts'
import type { BetPanel } from '../bet/bet-panel.ts'
import type { StartButtons } from '../bet/start-buttons.ts'
import { hasFeature } from '../features/game-facts.ts'
import type { Hud } from '../page/hud.ts'
import type { Session } from '../session/session.ts'
import type { Texts } from '../texts/en.ts'

interface AutoplayKey {
  game: GameView
  texts: Texts
  hud: Hud
  session: Session
  panel: BetPanel
  startButtons: StartButtons
}

export function offerAutoplay(parts: AutoplayKey): void {
  const key = part<HTMLButtonElement>('auto')
  key.hidden = false
  parts.startButtons.add(key)
  key.onclick = () => open(parts).catch(error => parts.hud.notLoaded(error))
}

async function open({ game, texts, hud, session, panel, startButtons }: AutoplayKey) {
  const { openAutoplaySheet } = await import('./sheet.ts')
  openAutoplaySheet({
    texts,
    hasFeature: hasFeature(game),
    priceMinor: panel.priceMinor(panel.mode),
    print: minor => hud.print(minor),
    onStart: plan => session.startAutoplay(plan),
    startButtons,
  })
}
