// hello: a socket opens the game. The player is read from the ledger, an open round is driven on,
// and the answer has the game, the balance and the round to continue. A repeat within seconds reads
// nothing.

import { formatAmount } from '../../core/money.ts'
import { type PlayRules, playRulesOf } from '../../core/play-rules.ts'
import type { GameDefinition } from '../../games/engine/contract.ts'
import { HELLO_KEPT_MS } from '../../limits.ts'
import { isAtWork } from '../../round/driver-state.ts'
import { recallPlayer, reloadPlayer } from '../../round/known-player.ts'
import type { Round } from '../../round/round.ts'
import { findOpenRound, forgetEnded, type RoundInPlay } from '../../round/rounds-of-player.ts'
import { resumeFromLedger } from '../../round/set-aside.ts'
import type { PlaySession } from '../../wire/lane.ts'
import type { SessionPlayView } from '../../wire/play-answers.ts'
import type { DecidedView } from '../../wire/play-round.ts'
import { driveOwed } from '../answers.ts'
import type { PlayerDeps } from '../deps.ts'
import { findDueGrant, viewGrants } from '../entitlements.ts'
import {
  type Greeting,
  type PlayerState,
  rememberGreeting,
  rememberOffer,
} from '../player-state.ts'
import { isDisabled, offeredMaximum, offerGame } from '../spin-rules.ts'
import { encodeError, encodeMessage, viewFreeSpins, viewGame, viewRound } from '../views.ts'
import { pushBalance } from './balance.ts'

export async function hello(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  requestId: string,
): Promise<string> {
  const game = deps.findGame(session.gameId)
  if (game === undefined) return encodeError(requestId, 'PROJECT_GAME_DISABLED')
  const { settings } = await deps.findProject(state.player.projectId)
  const greeting = await recallGreeting(deps, state, session)
  const stored = greeting === null ? await readAnew(deps, state, session) : null
  const open = findOpenRound(state, game.id)
  // An open round is finished even if its game has been switched off since.
  if (isDisabled(game, settings) && open === null) {
    return encodeError(requestId, 'PROJECT_GAME_DISABLED')
  }
  const { entitlements } = await recallPlayer(deps, state)
  // A blocked player may finish an open round, and see nothing else of the game.
  if (entitlements.isBlocked === true && open === null) {
    return encodeError(requestId, 'PLAYER_BLOCKED')
  }
  // A launch has ended the link since this socket's session was read.
  if (stored?.put === 'newer') return encodeError(requestId, 'UNAUTHORIZED')
  const rules = playRulesOf(settings)
  const greeted = await greetAnew(deps, state, session, rules, greeting, stored)
  if (greeted === null) return encodeError(requestId, 'BALANCE_UNAVAILABLE')
  const { play, decided } = greeted
  const { atMs: balanceAt } = greeted.balance
  const balance = formatAmount(greeted.balance.balanceMinor)
  // A launch has read the balance from the wallet since the player's other pages got theirs.
  if (greeting === null) pushBalance(deps, session, requestId, { balance, balanceAt })
  const maxMinor = offeredMaximum(game, session, settings, entitlements)
  rememberOffer(state, { sessionId: session.sessionId, maxMinor })
  return encodeMessage({
    type: 'welcome',
    requestId,
    mode: 'TEST_ONLY',
    ...viewSession(session, game),
    balance,
    balanceAt,
    game: viewGame(offerGame(game, session, settings, maxMinor), session.currency),
    round: await viewOpenRound(deps, state, findOpenRound(state, game.id)),
    decided: viewDecided(decided),
    freeSpins: viewFreeSpins(await findDueGrant(deps, state, session)),
    paused: deps.newRounds(state.player.projectId, game) === 'paused',
    playRules: rules,
    sessionPlay: viewSessionPlay(play, deps.nowMs()),
  })
}

/** What Redis answered after the player was loaded. */
interface Stored {
  put: 'put' | 'newer' | 'not-loaded'
  /** Null: it must be read when what was owed is done. */
  mark: string | null
}

/** Loads the player, stores the session, and drives the player's open rounds on. */
async function readAnew(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
): Promise<Stored> {
  const { redisState } = deps
  const { player } = state
  const { sessionId, expiresAtMs, tokenVersion } = session
  let stored: Stored = { put: 'not-loaded', mark: null }
  const { openRounds } = await reloadPlayer(deps, state, async () => {
    const [put, mark] = await Promise.all([
      redisState.putSession(player, sessionId, expiresAtMs, tokenVersion),
      redisState.readMark(player, session),
    ])
    stored = { put, mark }
  })
  await resumeAll(deps, state, openRounds)
  return openRounds.length === 0 ? stored : { ...stored, mark: null }
}

type Greeted = Pick<Greeting, 'balance' | 'play' | 'decided'>

/**
 * Drives the open round, then reads what the kept greeting lacks. Null: the wallet never reported a
 * balance.
 */
async function greetAnew(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
  rules: PlayRules,
  kept: Greeted | null,
  stored: Stored | null,
): Promise<Greeted | null> {
  const isPlayShown = rules.sessionClock || rules.netPosition || rules.realityCheckMinutes !== null
  if (kept !== null && (kept.play !== null || !isPlayShown)) {
    return isPlayShown ? kept : { ...kept, play: null }
  }
  const { playerKey } = await recallPlayer(deps, state)
  const open = findOpenRound(state, session.gameId)
  if (open !== null && kept === null) await driveOwed(deps, state, open)
  // The wallet is called only at a launch: a player who repeats hello must not cause wallet calls.
  const balance = kept?.balance ?? (await deps.ledger.findLastBalance(playerKey, session))
  if (balance === null) return null
  const decided = kept === null ? await findDecided(deps, playerKey, session) : kept.decided
  const play = isPlayShown ? await deps.ledger.findSessionPlay(playerKey, session.sessionId) : null
  const greeted = { balance, play, decided }
  // A mark from before the balance was read is stricter than one from after it.
  const mark = stored?.mark ?? (await deps.redisState.readMark(state.player, session))
  const { sessionId } = session
  if (mark !== null) rememberGreeting(state, { sessionId, mark, ...greeted, atMs: deps.nowMs() })
  return greeted
}

/** Not searched when decisions have no deadline. */
async function findDecided(
  { findProject, ledger }: PlayerDeps,
  playerKey: string,
  { projectId, gameId }: PlaySession,
): Promise<Greeted['decided']> {
  const { settings } = await findProject(projectId)
  return settings.decisionDeadlineMinutes === null
    ? null
    : ledger.findDecidedRound(playerKey, gameId)
}

function viewDecided(decided: Greeted['decided']): DecidedView | null {
  if (decided === null) return null
  const { roundId, option, winMinor, currency } = decided
  return { roundId, option, win: formatAmount(winMinor), currency }
}

function viewSessionPlay(play: Greeted['play'], nowMs: number): SessionPlayView | null {
  if (play === null) return null
  const playedMs = Math.max(0, nowMs - play.startedAtMs)
  return { playedMs, net: formatAmount(play.netMinor) }
}

/**
 * A round that cannot be resumed must not keep the player out: a spin in its game finds it again.
 */
async function resumeAll(
  deps: PlayerDeps,
  state: PlayerState,
  open: readonly Round[],
): Promise<void> {
  forgetEnded(state, open)
  for (const round of open) await resumeFromLedger(deps, state, round).catch(() => {})
}

function viewSession(session: PlaySession, { languages }: GameDefinition) {
  const { sessionId, expiresAtMs, currency, language } = session
  const clientLanguage = languages[language as keyof typeof languages] ?? 'en'
  return {
    sessionId,
    expiresAt: expiresAtMs,
    currency,
    language,
    clientLanguage,
  }
}

/** A round that this node cannot draw does not keep the player out: a node that can will show it. */
async function viewOpenRound(deps: PlayerDeps, state: PlayerState, open: RoundInPlay | null) {
  if (open === null || open.outcome === null) return null
  const { own } = await viewGrants(deps, state, open.driven.round)
  return viewRound(open.driven.round, open.outcome, own)
}

/**
 * The last hello of the session, kept for seconds and never past a command that may move a round.
 * Null: the ledger must be read. The mark changes with anything that any node does meanwhile: a
 * round opened, revealed or closed in the game, a change of the entitlements or of the session's
 * link.
 */
export async function recallGreeting(
  deps: PlayerDeps,
  state: PlayerState,
  session: PlaySession,
): Promise<Greeting | null> {
  const greeting = state.greetings.find(({ sessionId }) => sessionId === session.sessionId)
  if (greeting === undefined || state.known === null) return null
  if (Math.abs(deps.nowMs() - greeting.atMs) >= HELLO_KEPT_MS) return null
  if (!isQuiet(state, session.gameId)) return null
  const mark = await deps.redisState.readMark(state.player, session)
  return mark === greeting.mark ? greeting : null
}

/** True when a hello has nothing to do for the game's open round. */
function isQuiet(state: PlayerState, gameId: string): boolean {
  const open = findOpenRound(state, gameId)
  if (open === null) return true
  const { driver, round } = open.driven
  return isAtWork(driver) || (round.progress.state === 'in_progress' && round.progress.awaiting)
}
