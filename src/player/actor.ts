// One player's deps: takes the player's commands one after another, checks them, opens rounds and
// answers. Rounds move only through rounds-in-play; the actor owns no money rule of its own.

import type { Entitlements } from '../core/entitlements.ts'
import { uuidTimeMs } from '../core/identifiers.ts'
import { type Currency, formatAmount } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import { COLLECT } from '../games/engine/contract.ts'
import {
  ACTOR_SESSIONS,
  OPENING_ATTEMPTS,
  ROUND_CHOICES_MAX,
  UNWRITTEN_ROUND_MS,
  WALLET_DEADLINE_MS,
} from '../limits.ts'
import { cancellable, openRound, type Round } from '../round/machine.ts'
import {
  createRoundsInPlay,
  drawnOf,
  drawOutcome,
  type RoundInPlay,
} from '../round/rounds-in-play.ts'
import type { CancelAnswer, PlaySession } from '../wire/lane.ts'
import type { ClientMessage, PlayErrorCode } from '../wire/play.ts'
import { closeSettled } from './adaptive-window.ts'
import type { PlayerDeps } from './deps.ts'
import { createPlayerMemory } from './player-memory.ts'
import {
  type CheckedSpin,
  checkSpin,
  isDisabled,
  offeredMaximum,
  offerGame,
  planRound,
  type SpinMessage,
} from './spin-rules.ts'
import {
  encodeEarlierRound,
  encodeError,
  encodeMessage,
  encodeRound,
  viewFreeSpins,
  viewGame,
  viewRound,
} from './views.ts'

export interface Actor {
  /** Answers one message of the player with one encoded play message. */
  play(session: PlaySession, message: ClientMessage): Promise<string>
  /** Drives a round that lost its driver. */
  resume(roundId: string): Promise<void>
  /** Sends a round_info again that the wallet has not answered yet. */
  notify(roundId: string, event: 'start' | 'finish'): Promise<void>
  /** Cancels a round for the operator when the wallet is not being asked about it. */
  cancel(roundId: string): Promise<CancelAnswer>
  /** Asked at any moment, also while a command runs: why a cancel need not wait for its turn. */
  refuseCancel(roundId: string): Exclude<CancelAnswer, 'cancelled'> | null
  /** True when forgetting this actor costs only a read from the ledger. */
  canRest(): boolean
}

type Message<T extends ClientMessage['type']> = Extract<ClientMessage, { type: T }>
type Decision = Message<'choose'> | Message<'gamble'> | Message<'collect'>

/** Refusals that hold only if this memory's entitlements are those of the ledger. */
const DEPENDS_ON_ENTITLEMENTS: readonly PlayErrorCode[] = [
  'FREE_SPINS_ACTIVE',
  'FREE_SPINS_OVER',
  'PROJECT_BET_LIMIT',
]

export function createActor(deps: PlayerDeps, player: PlayerRef): Actor {
  const { redisState, ledger, wallet } = deps
  const memory = createPlayerMemory(deps, player)
  const { rebuild, playerKey } = memory
  const findProject = () => deps.findProject(player.projectId)
  const settled = (round: Round) => closeSettled(deps, player, memory, round)
  const rounds = createRoundsInPlay(deps, player, {
    rebuild,
    settled,
    ended: memory.ended,
    news,
  })
  /** The last balance the wallet reported, shown when it cannot be read again on a reconnect. */
  const balances = new Map<Currency, bigint>()
  /** By game: the last round this actor took a place for. */
  const taken = new Map<string, string>()
  /** By session: the maximum under which bets above the native ones were offered. */
  const offered = new Map<string, bigint | null>()

  /** To whoever is connected; nobody asked. */
  function news(play: RoundInPlay): void {
    memory
      .viewGrants(play.round)
      .then(grants => {
        const { sessionId } = play.round.intent
        deps.push(sessionId, encodeRound(play.round, play.outcome, grants))
      })
      .catch(error => deps.observe.fault(error, play.round))
  }

  async function hello(session: PlaySession, requestId: string): Promise<string> {
    const game = deps.findGame(session.gameId)
    if (game === undefined) return encodeError(requestId, 'PROJECT_GAME_DISABLED')
    const { settings } = await findProject()
    const { openRounds, entitlements } = await rebuild()
    rounds.replaceOpen(openRounds)
    // A round that is open is finished, whatever was switched off since.
    if (isDisabled(game, settings) && rounds.findOpen(game.id) === null) {
      return encodeError(requestId, 'PROJECT_GAME_DISABLED')
    }
    await redisState.putSession(
      player,
      session.sessionId,
      session.expiresAtMs,
      session.tokenVersion,
    )
    const open = rounds.findOpen(session.gameId)
    if (open !== null) await driveOwed(open)
    const balanceMinor = await readBalance(session)
    if (balanceMinor === null) {
      return encodeError(requestId, 'BALANCE_UNAVAILABLE', { retry: true })
    }
    const still = rounds.findOpen(session.gameId)
    const grants = still === null ? null : await memory.viewGrants(still.round)
    const offeredMaxMinor = offeredMaximum(game, session, settings, entitlements)
    rememberOffer(session.sessionId, offeredMaxMinor)
    return encodeMessage({
      type: 'welcome',
      requestId,
      mode: 'TEST_ONLY',
      sessionId: session.sessionId,
      expiresAt: session.expiresAtMs,
      currency: session.currency,
      language: session.language,
      clientLanguage: game.languages[session.language as keyof typeof game.languages] ?? 'en',
      balance: formatAmount(balanceMinor),
      game: viewGame(offerGame(game, session, offeredMaxMinor), session.currency),
      round: still === null ? null : viewRound(still.round, still.outcome, grants!.own),
      freeSpins: viewFreeSpins(await memory.dueGrant(session)),
    })
  }

  /** What the wallet reports; when it cannot be read, the last it reported here; null for neither. */
  async function readBalance(session: PlaySession): Promise<bigint | null> {
    const balance = await wallet.sessionInfo(player, session)
    if (balance.kind === 'accepted') balances.set(session.currency, balance.balanceMinor)
    return balances.get(session.currency) ?? null
  }

  /** The longest known session makes room. */
  function rememberOffer(sessionId: string, maxMinor: bigint | null): void {
    offered.delete(sessionId)
    offered.set(sessionId, maxMinor)
    if (offered.size > ACTOR_SESSIONS) offered.delete(offered.keys().next().value!)
  }

  async function spin(session: PlaySession, message: SpinMessage): Promise<string> {
    const { requestId } = message
    const open = rounds.findOpen(session.gameId)
    if (open !== null && !(await movedElsewhere(open))) return answerOpen(open, requestId)
    let isFresh = false
    for (let attempt = 0; attempt < OPENING_ATTEMPTS; attempt++) {
      const checked = await check(session, message)
      if (typeof checked === 'string') {
        if (isFresh || !DEPENDS_ON_ENTITLEMENTS.includes(checked)) {
          return refuseSpin(session, requestId, checked)
        }
        isFresh = true
        await rebuild()
        continue
      }
      const answer = await tryOpen(session, checked)
      if (answer !== null) return answer
    }
    return encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  }

  async function check(
    session: PlaySession,
    message: SpinMessage,
  ): Promise<CheckedSpin | PlayErrorCode> {
    const game = deps.findGame(session.gameId)
    if (game === undefined) return 'PROJECT_GAME_DISABLED'
    const { settings } = await findProject()
    const entitlements = await memory.entitlements()
    const remembered = offered.get(session.sessionId)
    // Null is an offer too: nothing above the native bets.
    const offeredMaxMinor =
      remembered === undefined ? offeredMaximum(game, session, settings, entitlements) : remembered
    const ground = { game, session, settings, entitlements, offeredMaxMinor, nowMs: deps.nowMs() }
    const checked = checkSpin(ground, message)
    return typeof checked === 'string' || wallet.hasRoom(player.projectId) ? checked : 'WALLET_BUSY'
  }

  /** One attempt to open; null when what was in the way has been cleared: try again. */
  async function tryOpen(session: PlaySession, checked: CheckedSpin): Promise<string | null> {
    const { requestId, mode, grant } = checked
    const entitlements = await memory.entitlements()
    const roundId = deps.newRoundId()
    const opening = await redisState.openRound(player, session, {
      gameId: session.gameId,
      roundId,
      entitlementsRevision: entitlements.revision,
      spin: grant === null ? mode.kind : 'free',
      modeId: mode.id,
    })
    switch (opening.kind) {
      case 'opened':
        taken.set(session.gameId, roundId)
        return playRound(session, checked, entitlements, { ...opening, roundId })
      case 'open':
        return adopt(session.gameId, opening.roundId, requestId)
      case 'outdated':
      case 'not-loaded':
        await rebuild()
        return null
      case 'no-session':
      case 'revoked':
      case 'expired':
        return readmit(session, opening.kind, requestId)
    }
  }

  /**
   * The player state does not know the session, or turns it away, which an old replica may do wrongly:
   * the ledger is asked. Null: the player is right and the player state has been told.
   */
  async function readmit(
    session: PlaySession,
    kind: 'no-session' | 'revoked' | 'expired',
    requestId: string,
  ): Promise<string | null> {
    const row = await ledger.findSession(session.sessionId)
    if (row?.tokenVersion !== session.tokenVersion) return encodeError(requestId, 'UNAUTHORIZED')
    if (row.expiresAtMs <= deps.nowMs()) return refuse(requestId, 'SESSION_EXPIRED')
    if (kind === 'revoked') await rebuild()
    await redisState.putSession(player, row.sessionId, row.expiresAtMs, row.tokenVersion)
    return null
  }

  /** False when a launch has given the session a newer link since this socket said hello. */
  async function isCurrentLink({ sessionId, tokenVersion }: PlaySession): Promise<boolean> {
    return (await ledger.findSession(sessionId))?.tokenVersion === tokenVersion
  }

  /** Draws the outcome, makes it durable, then drives the round. Null: the ledger refused it. */
  async function playRound(
    session: PlaySession,
    checked: CheckedSpin,
    entitlements: Entitlements,
    opened: { roundId: string; sequence: bigint; targetOutcomeId: string | null },
  ): Promise<string | null> {
    const { game, requestId, baseStakeMinor } = checked
    const plan = planRound(checked, entitlements, opened.targetOutcomeId, deps.newSeed)
    if (plan === null) return notWritten({ ...session, ...opened, requestId })
    const intent: Round['intent'] = {
      ...plan,
      roundId: opened.roundId,
      playerKey: await playerKey(),
      sequence: opened.sequence,
      requestId,
      sessionId: session.sessionId,
      currency: session.currency,
      createdAtMs: deps.nowMs(),
    }
    const outcome = drawOutcome(game, intent, [])
    const round = openRound(intent, drawnOf(game, baseStakeMinor, outcome))
    const binding = checked.bindsPlayer
      ? { provider: game.provider, levelBps: checked.level!.bps }
      : null
    const entitlementsRevision = entitlements.revision
    const written = await ledger.open(round, { entitlementsRevision, binding })
    if (written.kind === 'refused') return notWritten(intent)
    memory.opened(round, binding)
    const play = rounds.keep(round, outcome)
    await rounds.drive(play)
    return answer(play.round, requestId)
  }

  /**
   * The fence held, or these entitlements lack the target outcome that was picked: the request is an old one,
   * or the player state was behind and is rebuilt.
   */
  async function notWritten({
    gameId,
    roundId,
    requestId,
  }: Pick<Round['intent'], 'gameId' | 'roundId' | 'requestId'>): Promise<string | null> {
    await redisState.closeRound(player, gameId, roundId, 'undone')
    const recorded = await answerFromRecord(requestId)
    if (recorded !== null) return recorded
    await rebuild()
    return null
  }

  /** The player state holds a round this memory does not know: it is in the ledger, or never was. */
  async function adopt(gameId: string, roundId: string, requestId: string): Promise<string | null> {
    const round = await ledger.findRound(await playerKey(), roundId)
    if (round === null && isWrittenElsewhere(gameId, roundId)) {
      return encodeError(requestId, 'BUSY', { retry: true })
    }
    if (round === null || isOver(round)) {
      rounds.forget(roundId)
      if (round?.progress.state === 'settled') await settled(round)
      else await redisState.closeRound(player, gameId, roundId, 'undone')
      return null
    }
    if (isDrivenElsewhere(round)) {
      const repeated = round.intent.requestId === requestId
      return repeated
        ? encodeError(requestId, 'BUSY', { retry: true })
        : refuse(requestId, 'ROUND_OPEN')
    }
    return answerOpen(rounds.keep(round), requestId)
  }

  /** A young place that this actor did not take: whoever took it may be writing the round just now. */
  function isWrittenElsewhere(gameId: string, roundId: string): boolean {
    if (taken.get(gameId) === roundId) return false
    return deps.nowMs() - uuidTimeMs(roundId) < UNWRITTEN_ROUND_MS
  }

  /** Young, and it owes the wallet a call: whoever opened it is still at it. Two would only collide. */
  function isDrivenElsewhere(round: Round): boolean {
    if (rounds.wasLeft(round)) return false
    const { intent, progress } = round
    return progress.unsaved && deps.nowMs() - intent.createdAtMs < WALLET_DEADLINE_MS
  }

  /** A spin while a round is open: its own repeat is answered, after driving what is owed. */
  async function answerOpen(play: RoundInPlay, requestId: string): Promise<string> {
    await driveOwed(play)
    if (play.round.intent.requestId === requestId) return answer(play.round, requestId)
    return refuse(requestId, 'ROUND_OPEN')
  }

  /** Another node may have finished the round this memory holds; then the memory is dropped. */
  async function movedElsewhere({ round }: RoundInPlay): Promise<boolean> {
    const { playerKey, roundId } = round.intent
    const recorded = await ledger.findRound(playerKey, roundId)
    if (recorded?.progress.version === round.progress.version) return false
    rounds.forget(roundId)
    return true
  }

  async function driveOwed(play: RoundInPlay): Promise<void> {
    if (!play.scheduled) await rounds.drive(play)
  }

  /** A refused spin tells what the next one is of, so that the client follows. */
  async function refuseSpin(
    session: PlaySession,
    requestId: string,
    code: PlayErrorCode,
  ): Promise<string> {
    if (code !== 'FREE_SPINS_ACTIVE' && code !== 'FREE_SPINS_OVER') return refuse(requestId, code)
    const recorded = await answerFromRecord(requestId)
    if (recorded !== null) return recorded
    const freeSpins = viewFreeSpins(await memory.dueGrant(session))
    return encodeError(requestId, code, { freeSpins })
  }

  /** A refusal, unless the same request was accepted before: then its own answer. */
  async function refuse(requestId: string, code: PlayErrorCode): Promise<string> {
    const recorded = await answerFromRecord(requestId)
    return recorded ?? encodeError(requestId, code, { retry: code === 'WALLET_BUSY' })
  }

  async function answerFromRecord(requestId: string): Promise<string | null> {
    const round = await ledger.findRoundByRequest(await playerKey(), requestId)
    if (round === null) return null
    if (isOver(round)) return answer(round, requestId)
    return answerOpen(rounds.keep(round), requestId)
  }

  async function decide(session: PlaySession, message: Decision): Promise<string> {
    const { requestId } = message
    const round = await findRound(message.roundId)
    if (round === null || round.intent.gameId !== session.gameId) {
      return encodeError(requestId, 'ROUND_NOT_FOUND')
    }
    if (isOver(round)) {
      const repeated = round.progress.choiceRequestIds.includes(requestId)
      return repeated ? answer(round, requestId) : encodeError(requestId, 'NOT_AWAITING')
    }
    const play = rounds.keep(round)
    await driveOwed(play)
    const { progress } = play.round
    if (progress.choiceRequestIds.includes(requestId)) return answer(play.round, requestId)
    const checked = checkDecision(play, message)
    if ('code' in checked) return encodeError(requestId, checked.code)
    if (!(await isCurrentLink(session))) return encodeError(requestId, 'UNAUTHORIZED')
    await takeDecision(play, checked.option, requestId)
    const taken = play.round.progress.choiceRequestIds.includes(requestId)
    return taken
      ? answer(play.round, requestId)
      : encodeError(requestId, 'REQUEST_FAILED', { retry: true })
  }

  async function findRound(roundId: string): Promise<Round | null> {
    return rounds.find(roundId)?.round ?? (await ledger.findRound(await playerKey(), roundId))
  }

  /** The machine moves first, then the outcome follows; both from the same draw. */
  async function takeDecision(play: RoundInPlay, option: string, requestId: string): Promise<void> {
    const { game, round } = play
    const outcome = drawOutcome(game, round.intent, [...round.progress.choices, option])
    const drawn = drawnOf(game, round.intent.baseStakeMinor, outcome)
    rounds.move(play, { type: 'decided', option, requestId, drawn, atMs: deps.nowMs() })
    play.outcome = outcome
    await rounds.drive(play)
  }

  /**
   * The answer to a command of this round: the round as that command left it. The latest command's
   * answer is the round now; an earlier one's is drawn again from the seed.
   */
  async function answer(round: Round, requestId: string): Promise<string> {
    const { intent, progress } = round
    if (progress.state === 'rejected') return answerUndone(round, requestId, 'INSUFFICIENT_FUNDS')
    if (progress.state === 'cancelled') return answerUndone(round, requestId, 'BET_REFUSED')
    const game = deps.findGame(intent.gameId)
    if (game === undefined) return encodeError(requestId, 'PROJECT_GAME_DISABLED')
    const grants = await memory.viewGrants(round)
    const choiceCount = progress.choiceRequestIds.indexOf(requestId) + 1
    if (choiceCount === progress.choices.length) {
      const drawn = rounds.find(intent.roundId)?.outcome
      const outcome = drawn ?? drawOutcome(game, intent, progress.choices)
      return encodeRound(round, outcome, grants, requestId)
    }
    const earlier = drawOutcome(game, intent, progress.choices.slice(0, choiceCount))
    const { winMinor } = drawnOf(game, intent.baseStakeMinor, earlier)
    return encodeEarlierRound(round, earlier, choiceCount, winMinor, grants, requestId)
  }

  /** A free spin that was none is there to be played again. */
  async function answerUndone(
    { intent }: Round,
    requestId: string,
    code: PlayErrorCode,
  ): Promise<string> {
    if (intent.freeSpin === null) return encodeError(requestId, code)
    return encodeError(requestId, code, { freeSpins: viewFreeSpins(await memory.dueGrant(intent)) })
  }

  /**
   * A bet that the ledger does not hold as unknown may be under way: only a round left here is known
   * to have nobody else at it.
   */
  async function cancel(roundId: string): Promise<CancelAnswer> {
    const round = await ledger.findRound(await playerKey(), roundId)
    if (round === null || !cancellable(round.progress)) return 'refused'
    if (round.progress.betStatus !== 'unknown' && !rounds.wasLeft(round)) return 'busy'
    return rounds.cancel(rounds.keep(round), 'operator_cancel')
  }

  function refuseCancel(roundId: string): 'refused' | 'busy' | null {
    if (!rounds.isDriven(roundId)) return null
    return rounds.find(roundId)?.round.progress.marked ? 'refused' : 'busy'
  }

  return {
    cancel,
    refuseCancel,

    play(session, message) {
      switch (message.type) {
        case 'hello':
          return hello(session, message.requestId)
        case 'spin':
        case 'free-spin':
          return spin(session, message)
        case 'choose':
        case 'gamble':
        case 'collect':
          return decide(session, message)
      }
    },

    async resume(roundId) {
      const round = await ledger.findRound(await playerKey(), roundId)
      if (round === null || (isOver(round) && !owesRefund(round))) return
      const play = rounds.keep(round)
      // Without the budget for it the round is found again.
      if (play.scheduled || !wallet.takeRetry(player.projectId)) return
      await rounds.drive(play)
      if (!isOver(round) && !play.scheduled) news(play)
    },

    async notify(roundId, event) {
      // As the ledger has it: in this memory it may wait for a decision that another node has taken.
      const round = await ledger.findRound(await playerKey(), roundId)
      if (round === null || !wallet.takeRetry(player.projectId)) return
      const answered = await wallet.notify(player, round, event)
      await ledger.notificationAnswered(roundId, event, answered.kind === 'accepted')
    },

    canRest: rounds.canRest,
  }
}

/** Nothing more is owed to the player; a refund may still be owed to the wallet. */
function isOver({ progress }: Round): boolean {
  return ['settled', 'rejected', 'cancelled'].includes(progress.state)
}

function owesRefund({ progress }: Round): boolean {
  return progress.refundStatus !== null && progress.refundStatus !== 'confirmed'
}

/** A decision is legal when the round waits for this kind of answer and offers the option. */
function checkDecision(
  { game, round, outcome }: RoundInPlay,
  message: Decision,
): { option: string } | { code: PlayErrorCode } {
  const { awaiting } = outcome
  const { progress, intent } = round
  if (message.requestId === intent.requestId) return { code: 'INVALID_REQUEST' }
  if (progress.state !== 'in_progress' || awaiting === null) return { code: 'NOT_AWAITING' }
  const kind = message.type === 'choose' ? 'choice' : 'gamble'
  if (awaiting.kind !== kind) return { code: 'NOT_AWAITING' }
  // Another version's mathematics would answer another question than the one the player saw.
  if (game.version !== intent.gameVersion) return { code: 'PROJECT_GAME_DISABLED' }
  if (message.type === 'collect') return { option: COLLECT }
  if (progress.choices.length >= ROUND_CHOICES_MAX) return { code: 'INVALID_OPTION' }
  if (!awaiting.options.includes(message.option)) return { code: 'INVALID_OPTION' }
  return { option: message.option }
}
