// Owns the access to the info sheet and the player's round history, whose code is loaded on demand.
// It must never start a round.

import type { Language } from '../../../src/core/language.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import type { HistoryRow } from '../../../src/wire/play-round.ts'
import { printFullMoment } from '../../amounts.ts'
import { part } from '../../dom.ts'
import type { DecisionPanel } from '../features/decision-panel.ts'
import type { Connection } from '../net/connection.ts'
import type { Hud } from '../page/hud.ts'
import type { PlayRules } from '../profile/play-rules.ts'
import type { Presenter } from '../round/presenter.ts'
import type { Session } from '../session/session.ts'
import type { Stage } from '../stage/stage.ts'
import type { Texts } from '../texts/en.ts'

export interface InfoParts {
  connection: Connection
  hud: Hud
  presenter: Presenter
  decision: DecisionPanel
  stage: Stage
  game: GameView
  texts: Texts
  language: Language
  session: Session
  helpLinks: PlayRules['helpLinks']
}

type Sheets = Awaited<ReturnType<typeof load>>

export class InfoSheets {
  private readonly parts: InfoParts
  private sheets: Promise<Sheets> | null = null

  constructor(parts: InfoParts) {
    this.parts = parts
    // Once there is time: an offline player may want to read, too.
    setTimeout(() => this.load().catch(() => {}), 8_000)
  }

  openInfo(): void {
    void this.withSheets(sheets => this.showInfo(sheets))
  }

  openHistory(): void {
    void this.withSheets(sheets => this.showHistory(sheets))
  }

  private showInfo(sheets: Sheets): void {
    const { connection, hud, stage, game, texts, language, session, helpLinks } = this.parts
    sheets.openPaytable({
      game,
      texts,
      language,
      currency: hud.unit ?? hud.currency,
      helpLinks,
      baseStakeMinor: session.baseStakeMinor,
      picture: symbol => stage.atlas.canvas(symbol),
      words: sheets.words,
      askRules: () => connection.ask({ type: 'rules' }),
      openHistory: () => this.showHistory(sheets),
    })
  }

  private showHistory(sheets: Sheets): void {
    const { connection, hud, game, texts, language } = this.parts
    sheets.openHistory({
      texts,
      gameId: game.id,
      words: sheets.words,
      language,
      money: (minor, currency) => hud.print(minor, currency),
      page: before =>
        connection.ask(before === null ? { type: 'history' } : { type: 'history', before }),
      watch: row => this.watch(sheets, row),
    })
  }

  /** False: it can't be shown now. */
  private async watch({ showAgain, words }: Sheets, row: HistoryRow): Promise<boolean> {
    const { connection, session, presenter, decision, hud, language } = this.parts
    const answer = await connection.ask({ type: 'replay', roundId: row.roundId })
    const round = answer?.round ?? null
    if (answer === null || round === null || !session.isResting) return false
    part<HTMLDialogElement>('paytable').close()
    const when = printFullMoment(row.at, language)
    void session.lend(() =>
      showAgain({ presenter, decision, hud, words, when }, round, answer.asked),
    )
    return true
  }

  private async withSheets(show: (sheets: Sheets) => void): Promise<void> {
    try {
      show(await this.load())
    } catch (error) {
      this.parts.hud.notLoaded(error)
    }
  }

  private load(): Promise<Sheets> {
    this.sheets ??= load(this.parts.language, this.parts.hud.unit !== null)
    // The next request tries again.
    this.sheets.catch(() => {
      this.sheets = null
    })
    return this.sheets
  }
}

/** @param isSocial with social wording */
async function load(language: Language, isSocial: boolean) {
  const [{ openPaytable }, { openHistory }, { showAgain }, { loadInfoTexts }] = await Promise.all([
    import('./paytable.ts'),
    import('./history-sheet.ts'),
    import('./history-replay.ts'),
    import('./texts/files.ts'),
  ])
  const words = await loadInfoTexts(language, isSocial)
  return { openPaytable, openHistory, showAgain, words }
}
