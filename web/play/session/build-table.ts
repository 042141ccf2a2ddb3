// Owns the construction of one game's table from its first welcome: every part that shows or asks
// something, and its callbacks. It must never send a command, nor keep a part.

import type { Renderer } from 'pixi.js'
import type { Language } from '../../../src/core/language.ts'
import { make, part } from '../../dom.ts'
import { Autoplay } from '../autoplay/autoplay.ts'
import { BetPanel } from '../bet/bet-panel.ts'
import { BetSelection } from '../bet/bet-selection.ts'
import { StartButtons } from '../bet/start-buttons.ts'
import type { Casino } from '../embedding/casino.ts'
import { RoundReports } from '../embedding/round-reports.ts'
import { DecisionPanel } from '../features/decision-panel.ts'
import { confirmBuy } from '../features/feature-buy-dialog.ts'
import { ladderOf } from '../features/game-facts.ts'
import { Pots } from '../features/pots.ts'
import { FreeSpins } from '../free-spins/free-spins.ts'
import type { Connection, Welcome } from '../net/connection.ts'
import type { Hud } from '../page/hud.ts'
import { rememberBet, rememberedBet } from '../page/preferences.ts'
import { WaitingSigns } from '../page/waiting-signs.ts'
import { Profile } from '../profile/profile.ts'
import { Moments } from '../round/moments.ts'
import { Presenter } from '../round/presenter.ts'
import { Scene } from '../round/scene.ts'
import { Stage } from '../stage/stage.ts'
import type { Texts } from '../texts/en.ts'
import { spellId } from '../texts/fill.ts'
import type { Theme } from '../themes/theme.ts'
import { Session } from './session.ts'

export interface TableGround {
  connection: Connection
  welcome: Welcome
  renderer: Renderer
  theme: Theme
  hud: Hud
  texts: Texts
  language: Language
  casino: Casino
  /** The player wants to leave. */
  leave(): void
}

export function buildTable(ground: TableGround) {
  const { connection, welcome, renderer, theme, hud, texts, language, casino } = ground
  const { game, currency, playRules: rules } = welcome
  const bets = new BetSelection(game.bets)
  const remembered = rememberedBet(game.id, currency)
  if (remembered !== null) bets.select(remembered)
  const stage = Stage.create(part('stage'), renderer, game, theme)
  writeBoardText(stage, game)
  stage.highlights.onPlate = plate => hud.showPlate(plate)
  const picture = (symbol: number, pixels?: number) => stage.atlas.canvas(symbol, pixels)
  const decision = new DecisionPanel(texts, {
    names: theme.moods ?? [],
    picture: name => stage.figure(name),
  })
  stage.onFigures = () => decision.hangPictures()
  document.body.classList.toggle('may-gamble', game.mechanics.includes('gamble'))
  hud.alwaysShowsMultiplier = game.mechanics.includes('growing-multiplier')
  document.body.classList.toggle('has-ladder', ladderOf(game).length > 0)
  hud.setMultiplier(1)
  hud.setWin(0n)
  const moments = new Moments()
  const scene = new Scene(stage, hud, game, texts, theme, moments, rules)
  const pots = new Pots(game, hud)
  const presenter = new Presenter(scene, decision, pots)
  const startButtons = new StartButtons()
  const panel = new BetPanel(game, bets, texts, language, hud.unit ?? currency, {
    changed: () => {
      rememberBet(game.id, currency, bets.bet())
      session.priceChanged()
    },
    buy: mode => {
      const price = hud.print(panel.priceMinor(mode))
      const bet = hud.print(bets.chosen.baseStakeMinor)
      const figures = async () => {
        const { loadBuyFigures } = await import('../info/buy-figures.ts')
        const ask = () => connection.ask({ type: 'rules' })
        return loadBuyFigures({
          modeId: mode.id,
          texts,
          language,
          isSocial: hud.unit !== null,
          ask,
        })
      }
      const question = { texts, game, mode, price, bet, picture, startButtons, figures }
      confirmBuy(question, () => session.spin(mode))
    },
    notLoaded: error => hud.notLoaded(error),
  })
  const freeSpins = new FreeSpins(scene)
  const autoplay = new Autoplay(hud, texts)
  const profile = new Profile(welcome, hud, language, {
    changed: () => session.rulesChanged(),
    leave: () => ground.leave(),
  })
  const session: Session = new Session({
    connection,
    hud,
    presenter,
    decision,
    bets,
    panel,
    startButtons,
    freeSpins,
    autoplay,
    profile,
    signs: new WaitingSigns(texts),
    casino,
    reports: new RoundReports(casino, currency),
    pots,
    texts,
  })
  return { session, stage, scene, presenter, decision, panel, startButtons, picture }
}

/** Gives screen readers the board as text: its canvas is invisible to them. */
function writeBoardText({ board }: Stage, game: Welcome['game']): void {
  const symbolIds = game.symbols.map(({ id }) => id)
  const text = new BoardText(part('board-text'), game.layout.columns, symbolIds)
  board.onRest = () => text.show(board.columns.map(({ symbols }) => symbols))
}

class BoardText {
  private readonly lines: readonly HTMLElement[]
  private readonly names: readonly string[]

  /**
   * @param host gets the list; its label is already there
   * @param symbolIds by number, as used on the board
   */
  constructor(host: HTMLElement, columns: number, symbolIds: readonly string[]) {
    this.names = symbolIds.map(spellId)
    this.lines = Array.from({ length: columns }, () => make('li', {}))
    const list = make('ol', {}, ...this.lines)
    // Names of symbols are English in every language.
    list.lang = 'en'
    host.replaceChildren(list)
  }

  /** @param grid numbers of symbols by column, from top to bottom */
  show(grid: readonly (readonly number[])[]): void {
    for (const [index, line] of this.lines.entries()) {
      const text = (grid[index] ?? []).map(symbol => this.names[symbol] ?? '').join(', ')
      if (line.textContent !== text) line.textContent = text
    }
  }
}
