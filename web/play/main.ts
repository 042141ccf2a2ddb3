// Owns the start of the game client: address, connection, texts and theme, and changes by the
// window and the parent page later. It must never hold game state.

import type { Renderer } from 'pixi.js'
import type { Language } from '../../src/core/language.ts'
import type { Currency } from '../../src/core/money.ts'
import type { PlayErrorCode } from '../../src/wire/play-answers.ts'
import { minorOf } from '../amounts.ts'
import { part } from '../dom.ts'
import { isLanguage } from '../languages.ts'
import { offerAutoplay } from './autoplay/key.ts'
import { offerTopUp, serveCasino } from './embedding/acts.ts'
import { Home, leaveGame } from './embedding/home.ts'
import { joinCasino } from './embedding/join.ts'
import { moneyOf } from './embedding/round-reports.ts'
import { offerTeaser } from './features/teaser.ts'
import { InfoSheets } from './info/info.ts'
import { Connection, type Welcome } from './net/connection.ts'
import type { Reported } from './net/exchange.ts'
import type { Greeted } from './net/greeting.ts'
import { readAddress } from './page/address.ts'
import { loadLettering, loadTitles } from './page/fonts.ts'
import { Hud } from './page/hud.ts'
import { listenToKeys, offerFullScreen } from './page/keys.ts'
import { keepLayout, layOut, layoutOf } from './page/layout.ts'
import type { Progress } from './page/loading-progress.ts'
import { sessionStorageOrNull } from './page/preferences.ts'
import type { PlayRules } from './profile/play-rules.ts'
import { buildTable } from './session/build-table.ts'
import type { Session } from './session/session.ts'
import type { Sound } from './sound/sound.ts'
import { startSound } from './sound/sound-key.ts'
import { startRenderer } from './stage/renderer.ts'
import type { Texts } from './texts/en.ts'
import { loadTexts } from './texts/files.ts'
import { loadTheme } from './themes/catalogue.ts'

const address = readAddress(location, sessionStorageOrNull())
const casino = joinCasino(address.gameId, address.isReplay)
const home = new Home(casino, address.lobbyPath)
let readerLanguage: Language
let texts: Texts
let hud: Hud
let progress: Progress
let hasCard: boolean
let session: Session | null = null
let sound: Sound | null = null
/** Closes the connection for good. */
let disconnect = () => {}
/** The newest welcome while the table is being built. */
let opening: Welcome | null = null
/** Why the page can do no more. */
let end: { code: EndCode; text: string } | null = null

type EndCode = PlayErrorCode | 'ENDED_BY_CASINO'

/** What has been loaded when the game's code starts. */
export interface Loaded {
  progress: Progress
  language: Language
  texts: Texts
  hasCard: boolean
  /** The connection to the platform; null: it is not opened yet. */
  greeted: Greeted | null
  /** Aborted when another launch is opened in this page. */
  over: AbortSignal
}

/** Called once, as soon as the code and the texts are loaded. */
export function begin(loaded: Loaded): void {
  const { language, greeted, over } = loaded
  if (over.aborted) return
  ;({ progress, texts, hasCard } = loaded)
  readerLanguage = language
  hud = new Hud(texts, language)
  document.body.dataset.form = layoutOf(address.build, innerWidth, innerHeight)
  if (address.isReplay) replay().catch(broken)
  else if (address.token === null) finish('UNAUTHORIZED', texts.noToken)
  else over.addEventListener('abort', endVisit(start(address.token, greeted)))
}

/** A recorded round, for the platform's staff; its code is loaded on demand. */
async function replay(): Promise<void> {
  const { prepare } = await import('./replay/replay.ts')
  await prepare(hud)
  start('', null)
}

function start(token: string, greeted: Greeted | null): Connection {
  hud.setLoadingScreen('')
  // Loaded and started while the platform answers.
  const renderer = startRenderer(hasCard)
  renderer.then(() => progress.finish('renderer'), broken)
  const connection = new Connection(
    address.socketUrl,
    token,
    {
      welcomed: welcome => {
        if (session !== null) session.resumed(welcome)
        else if (opening !== null) opening = welcome
        else open(connection, welcome, renderer).catch(broken)
      },
      lost: how => {
        if (session !== null) session.lost(how)
        else hud.setLoadingScreen(how === 'offline' ? texts.offline : texts.reconnecting)
      },
      heard: () => session?.heard(),
      waiting: code => session?.waiting(code),
      balanceRead: balance => session?.balanceRead(balance),
      balanceFailed: code => session?.balanceFailed(code),
      balanceChanged,
      openElsewhere: pages => hud.setElsewhere(pages > 0),
      ended: code => {
        session?.ended()
        finish(code, texts.errors[code] ?? texts.errors.REQUEST_FAILED)
      },
    },
    greeted,
  )
  disconnect = () => connection.close()
  connection.start()
  return connection
}

/** While the table is being built, the update goes into the newest welcome. */
function balanceChanged({ balance, balanceAt }: Reported): void {
  if (session !== null) session.balanceChanged({ balance, balanceAt })
  else if (opening !== null && opening.balanceAt <= balanceAt) {
    opening = { ...opening, balance, balanceAt }
  }
}

/**
 * The next player may use this page: nothing more is sent, processed, reported or played for the
 * previous one.
 */
const endVisit = (connection: Connection) => () => {
  connection.close()
  casino.close()
  session?.ended()
  sound?.hold('over', true)
}

/** The page can do no more: says why and what to do. */
function finish(code: EndCode, text: string): void {
  end = { code, text }
  casino.send({ type: 'error', code, message: text, fatal: true })
  hud.setState(code === 'SESSION_EXPIRED' ? 'expired' : 'error')
  sound?.hold('over', true)
  document.body.dataset.code = code
  showEnd()
}

const RELAUNCH: ReadonlySet<EndCode> = new Set([
  'ENDED_BY_CASINO',
  'SESSION_EXPIRED',
  'UNAUTHORIZED',
  'PROJECT_GAME_DISABLED',
])

/** Offers the lobby for a new launch, if there is a way to it. */
function showEnd(): void {
  if (end === null) return
  const way = home.way('session-ended')
  const toLobby = way === null ? undefined : { text: texts.lobby, press: way }
  const again = { text: texts.reload, press: () => location.reload() }
  hud.setLoadingScreen(end.text, RELAUNCH.has(end.code) ? toLobby : again)
}

/** The page could not be built: shows an error instead of connecting for ever. */
function broken(error: unknown): void {
  console.error(error)
  finish('REQUEST_FAILED', texts.errors.REQUEST_FAILED)
}

/** Requests of the casino's page. */
casino.onChange = () => {
  home.refresh()
  showEnd()
  holdSound()
  session?.heldChanged()
  offerTopUp(casino)
  endForCasino()
}
casino.onRefresh = () => session?.refreshBalance()

/** Builds the table for the game of the first welcome. */
async function open(
  connection: Connection,
  welcome: Welcome,
  renderer: Promise<Renderer>,
): Promise<void> {
  opening = welcome
  progress.finish('connection')
  const { game, currency, playRules: rules } = welcome
  // Arrives while the stage is built.
  const last = connection.ask({ type: 'replay' })
  const language = isLanguage(welcome.language) ? welcome.language : readerLanguage
  texts = await wordsOf(language, rules)
  hud.translate(texts, language)
  // Symbols contain letters: they are drawn in the page's own font, and drawn again if it loads
  // late.
  let reletter = () => {}
  const lettering = loadLettering(texts, currency, language, () => reletter())
  const [theme] = await Promise.all([loadTheme(game.id), lettering])
  progress.finish('lettering')
  hud.dress(game.name, currency, theme.colors)
  hud.setBoardRatio(game)
  const drawing = await renderer
  // The end of this page stays on the screen: its connection is closed.
  if (end !== null) return
  const table = buildTable({
    connection,
    welcome,
    renderer: drawing,
    theme,
    hud,
    texts,
    language,
    casino,
    leave: () => leaveGame(rules, home.way('home')),
  })
  const { session: opened, stage, scene, presenter, decision, panel, startButtons, picture } = table
  session = opened
  listenToKeys(opened, presenter, rules)
  keepLayout(stage, hud, address.build)
  offerFullScreen(texts)
  if (rules.autoplay) offerAutoplay({ game, texts, hud, session: opened, panel, startButtons })
  const infoSheets = new InfoSheets({
    connection,
    hud,
    presenter,
    decision,
    stage,
    game,
    texts,
    language,
    session: opened,
    helpLinks: rules.helpLinks,
  })
  const openRules = () => infoSheets.openInfo()
  part('info').onclick = openRules
  const tease = () => offerTeaser({ game, texts, picture }, openRules)
  tease()
  reletter = () => {
    stage.reletter()
    layOut(stage, hud, address.build)
    tease()
  }
  progress.finish('stage')
  hud.setLoadingScreen(null)
  reportReady(opening, language)
  opened.begin(opening, last)
  serveCasino(casino, infoSheets, texts)
  endForCasino()
  loadTitles(texts)
  // Without them a big win has the light of every big moment, and a feature plain motions.
  stage
    .prepareShows()
    .catch(() => {})
    .then(() => presenter.prepareShow())
    .catch(() => {})
  // Without its places a feature is a shade of the base game's picture.
  stage.prepareFeature().catch(() => {})
  if (address.isReplay) return
  sound = startSound(scene, opening.playRules, texts)
  layOut(stage, hud, address.build)
  holdSound()
}

/** After a round in progress, once what follows its end has been done. */
function endForCasino(): void {
  if (casino.endReason !== null && casino.isAtRest) setTimeout(endNow)
}

function endNow(): void {
  const reason = casino.endReason
  if (reason === null || end !== null || session === null || !casino.isAtRest) return
  session.ended()
  disconnect()
  finish('ENDED_BY_CASINO', reason)
}

function holdSound(): void {
  sound?.hold('casino', casino.paused)
  sound?.hold('mutedByCasino', casino.muted)
}

/** With social wording if the play rules require it. */
async function wordsOf(language: Language, { socialWording }: PlayRules): Promise<Texts> {
  const plain = language === readerLanguage ? texts : await loadTexts(language)
  if (!socialWording) return plain
  const { socialTextsOf, socialUnitOf } = await import('./profile/social-texts.ts')
  hud.unit = socialUnitOf(language)
  return socialTextsOf(language, plain)
}

function reportReady({ sessionId, balance, currency }: Welcome, language: Language): void {
  casino.send({
    type: 'ready',
    game: address.gameId,
    sessionId,
    language,
    mode: 'TEST_ONLY',
    balance: moneyOf(minorOf(balance), currency as Currency),
  })
}
