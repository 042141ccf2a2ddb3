// The rounds an actor has in memory and the loop that drives one: what is owed is done, its answer
// taken in, until nothing is owed now. Resuming after a loss is the same loop.

import { unitsToMinor } from '../core/money.ts'
import type { PlayerRef } from '../core/player.ts'
import type { GameDefinition, Outcome } from '../games/engine/contract.ts'
import {
  DRIVER_CONFLICTS,
  SAVE_BEFORE_BET_MS,
  WALLET_RETRY_FIRST_MS,
  WALLET_RETRY_MAX_MS,
} from '../limits.ts'
import type { PlayerDeps } from '../player/deps.ts'
import type { CancelAnswer } from '../wire/lane.ts'
import {
  applyInput,
  type CancelReason,
  cancellable,
  type Drawn,
  isCancelDue,
  nextEffect,
  type Round,
  type RoundEffect,
  type RoundInput,
  type RoundIntent,
} from './machine.ts'

/** A round in memory with what the mathematics says after its choices. */
export interface RoundInPlay {
  round: Round
  readonly game: GameDefinition
  outcome: Outcome
  /** The start notification is owed to the background: the finish must not overtake it. */
  startOwed: boolean
  /** A retry is scheduled: the round has a driver. */
  scheduled: boolean
  /** This actor wrote the version in this memory: nobody else drives it while the ledger holds it. */
  isOurs: boolean
}

/** Somebody else moved the round since this memory read it: another node, or a cancel. */
class MovedElsewhere extends Error {
  constructor(roundId: string) {
    super(`round ${roundId} was moved by somebody else`)
    this.name = 'MovedElsewhere'
  }
}

/** What the mathematics says of a round after the given choices. Throws RangeError for a bad one. */
export function drawOutcome(
  game: GameDefinition,
  {
    gameMode,
    levelBps,
    seed,
    appliedTarget,
  }: Pick<RoundIntent, 'gameMode' | 'levelBps' | 'seed' | 'appliedTarget'>,
  choices: readonly string[],
): Outcome {
  const request = { mode: gameMode, levelBps, seed, choices }
  return game.play(
    appliedTarget === null ? request : { ...request, reelSet: appliedTarget.reelSet },
  )
}

/** The machine's view of an outcome, in minor units of the round's stake. */
export function drawnOf(game: GameDefinition, baseStakeMinor: bigint, outcome: Outcome): Drawn {
  return {
    winUnits: outcome.winUnits,
    winMinor: unitsToMinor(outcome.winUnits, baseStakeMinor, game.unitsPerBet),
    awaiting: outcome.awaiting !== null,
  }
}

function isBetOwed({ progress }: Round): boolean {
  return progress.state === 'debit_pending' && progress.betStatus === 'sent'
}

/** In the ledger too. */
function isCancelled({ round: { progress } }: RoundInPlay): boolean {
  return progress.state === 'cancelled' && !progress.unsaved
}

/** What an actor does as its rounds move. */
export interface RoundEvents {
  /** Puts the player state in place from the ledger. */
  rebuild(): Promise<unknown>
  /** The ledger holds the round as settled, and nothing more happens to it. */
  settled(round: Round): Promise<void>
  ended(round: Round): void
  /** A round nobody waits for became known. */
  news(play: RoundInPlay): void
}

export function createRoundsInPlay(deps: PlayerDeps, player: PlayerRef, on: RoundEvents) {
  const { redisState, ledger, wallet } = deps
  const rounds = new Map<string, RoundInPlay>()
  /**
   * Rounds whose drive failed here, and at which version of ours, until they are taken up again:
   * nobody else has them while the ledger holds that version.
   */
  const left = new Map<string, number>()
  const driven = new Set<string>()

  function keep(round: Round, drawn?: Outcome): RoundInPlay {
    const known = rounds.get(round.intent.roundId)
    // Another node may have moved the round since this memory was written.
    if (known !== undefined && known.round.progress.version >= round.progress.version) return known
    const game = deps.findGame(round.intent.gameId)
    if (game === undefined) throw new Error(`game ${round.intent.gameId} is not in the catalogue`)
    const outcome = drawn ?? drawOutcome(game, round.intent, round.progress.choices)
    const isOurs = round.progress.sole
    const play: RoundInPlay = { round, game, outcome, startOwed: false, scheduled: false, isOurs }
    rounds.set(round.intent.roundId, play)
    left.delete(round.intent.roundId)
    return play
  }

  /** Memory after a read of the ledger: what is open there is kept, what is over is forgotten. */
  function replaceOpen(open: readonly Round[]): void {
    const ids = new Set(open.map(round => round.intent.roundId))
    for (const [roundId, play] of rounds) {
      if (!ids.has(roundId) && !play.scheduled) rounds.delete(roundId)
    }
    left.clear()
    for (const round of open) keep(round)
  }

  /**
   * Drives the round as far as it goes now. Whoever else moved it meanwhile is followed: the ledger's
   * word is read and driven on. Throws when a store fails; the ledger's word stands.
   */
  function drive(play: RoundInPlay): Promise<void> {
    return asDriver(play, () => driveAndFollow(play))
  }

  async function asDriver(play: RoundInPlay, work: () => Promise<void>): Promise<void> {
    const { roundId } = play.round.intent
    driven.add(roundId)
    try {
      await orLeave(play, work)
    } finally {
      driven.delete(roundId)
    }
  }

  async function driveAndFollow(play: RoundInPlay): Promise<void> {
    for (let followed = 0; ; followed++) {
      try {
        return await driveOn(play)
      } catch (error) {
        if (!(error instanceof MovedElsewhere) || followed === DRIVER_CONFLICTS) throw error
        await follow(play)
      }
    }
  }

  /**
   * A retry that finds its round moved leaves it to whoever moved it for another delay: two nodes that
   * took it from each other at every retry would never send anything.
   */
  async function driveRetry(play: RoundInPlay): Promise<void> {
    try {
      return await driveOn(play)
    } catch (error) {
      if (!(error instanceof MovedElsewhere)) throw error
    }
    await follow(play)
    if (play.round.progress.unsaved) scheduleRetry(play)
    else await driveOn(play)
  }

  /**
   * A round whose work failed goes on with its scheduled retry; without one the recovery job or the player's
   * next command takes it up again, from the ledger.
   */
  async function orLeave<Answer>(play: RoundInPlay, work: () => Promise<Answer>): Promise<Answer> {
    try {
      return await work()
    } catch (error) {
      if (!play.scheduled) {
        rounds.delete(play.round.intent.roundId)
        if (play.isOurs) left.set(play.round.intent.roundId, play.round.progress.version)
      }
      deps.observe.fault(error, play.round)
      throw error
    }
  }

  async function driveOn(play: RoundInPlay): Promise<void> {
    for (;;) {
      const effect = nextEffect(play.round)
      if (effect.type === 'rest') return rest(play, effect.until)
      move(play, await perform(effect, play))
    }
  }

  async function follow(play: RoundInPlay): Promise<void> {
    const { playerKey, roundId } = play.round.intent
    const round = await ledger.findRound(playerKey, roundId)
    if (round === null) throw new Error('a round disappeared from the ledger')
    play.round = round
    play.isOurs = false
    play.outcome = drawOutcome(play.game, round.intent, round.progress.choices)
  }

  function move(play: RoundInPlay, input: RoundInput): void {
    play.round = applyInput(play.round, input)
  }

  async function perform(effect: RoundEffect, play: RoundInPlay): Promise<RoundInput> {
    const { round } = play
    switch (effect.type) {
      case 'send-bet': {
        const answer = await wallet.bet(player, round)
        return { type: 'bet-answered', answer, atMs: deps.nowMs() }
      }
      case 'send-win': {
        const answer = await wallet.win(player, round)
        return { type: 'win-answered', answer, atMs: deps.nowMs() }
      }
      case 'send-refund': {
        const answer = await wallet.refund(player, round)
        return { type: 'refund-answered', answer, atMs: deps.nowMs() }
      }
      case 'mark':
        return { type: 'marked', as: await mark(play), atMs: deps.nowMs() }
      case 'notify':
        await notify(play, effect.event)
        return { type: 'notified', event: effect.event, atMs: deps.nowMs() }
      case 'save': {
        const askedAtMs = deps.nowMs()
        const written = await ledger.save(round)
        if (written.kind === 'outdated') throw new MovedElsewhere(round.intent.roundId)
        // Told late, it may be no longer true: the bet may have been cancelled since.
        const isLate = deps.nowMs() - askedAtMs > SAVE_BEFORE_BET_MS
        if (isLate && isBetOwed(round)) throw new MovedElsewhere(round.intent.roundId)
        play.isOurs = true
        return { type: 'saved' }
      }
      case 'close':
        await close(round)
        return { type: 'closed' }
      case 'rest':
        throw new Error('a rest is not performed')
    }
  }

  /** Tried once in line; what the wallet does not answer is owed durably and never holds up money. */
  async function notify(play: RoundInPlay, event: 'start' | 'finish'): Promise<void> {
    if (!play.startOwed) {
      const answer = await wallet.notify(player, play.round, event)
      if (answer.kind === 'accepted') return
    }
    play.startOwed = true
    await ledger.oweNotification(play.round.intent.roundId, event, WALLET_RETRY_FIRST_MS)
  }

  async function close(round: Round): Promise<void> {
    if (round.progress.state === 'settled') return on.settled(round)
    const { roundId, gameId } = round.intent
    // Not waited for: the ledger says it is over, and a place left open is cleared by `adopt`.
    redisState
      .closeRound(player, gameId, roundId, 'undone')
      .catch(error => deps.observe.fault(error, round))
  }

  /**
   * The player state is disposable: when it lost the round it is rebuilt and asked again. A cancel's mark
   * may be lost with it, so the round is saved in between: one of the two saves fails.
   */
  async function mark(play: RoundInPlay): Promise<'shown' | 'cancelled'> {
    const { roundId, gameId } = play.round.intent
    const first = await redisState.decideReveal(player, gameId, roundId, 'revealed')
    if (first === 'revealed') return 'shown'
    if (first === 'cancelled') return first
    move(play, await perform({ type: 'save' }, play))
    if (first === 'lost') await on.rebuild()
    const second = await redisState.decideReveal(player, gameId, roundId, 'revealed-after-save')
    if (second === 'revealed') return 'shown'
    if (second === 'cancelled') return second
    throw new MovedElsewhere(roundId)
  }

  /**
   * Closes a bet that no call is under way for: it is never sent again and its refund is planned, and
   * the player is told. The refund goes out in a later turn: nobody here waits for the wallet.
   */
  function cancel(play: RoundInPlay, reason: CancelReason): Promise<CancelAnswer> {
    return orLeave(play, async () => {
      try {
        return await tryCancel(play, reason)
      } catch (error) {
        if (!(error instanceof MovedElsewhere)) throw error
        rounds.delete(play.round.intent.roundId)
        return 'busy'
      }
    })
  }

  /**
   * The mark comes before the move, so that nobody shows the result meanwhile. A mark that was lost may
   * have said that the result is shown: only a driver's answer from the wallet decides such a round.
   * The sole driver needs no mark: whoever else would show the result must save the round first, and
   * then this cancel is not saved.
   */
  async function tryCancel(play: RoundInPlay, reason: CancelReason): Promise<CancelAnswer> {
    const { roundId, gameId } = play.round.intent
    await writeOwed(play)
    // A cancel that failed at its save is in this memory, and now it is saved.
    if (!isCancelled(play)) {
      if (!cancellable(play.round.progress)) return 'refused'
      if (!play.round.progress.sole) {
        const mark = await redisState.decideReveal(player, gameId, roundId, 'cancelled')
        if (mark === 'revealed') return 'refused'
        if (mark !== 'cancelled') return 'busy'
      }
      move(play, { type: 'cancelled', reason, atMs: deps.nowMs() })
      await writeOwed(play)
    }
    on.news(play)
    if (!play.scheduled) {
      play.scheduled = true
      deps.later(player, 0, () => retry(play))
    }
    return 'cancelled'
  }

  /** What is owed to our own stores, until the wallet's turn comes. */
  async function writeOwed(play: RoundInPlay): Promise<void> {
    for (;;) {
      const effect = nextEffect(play.round)
      if (effect.type !== 'save' && effect.type !== 'close') return
      move(play, await perform(effect, play))
    }
  }

  function rest(play: RoundInPlay, until: 'retry' | 'player' | 'done'): void {
    if (until === 'done') {
      rounds.delete(play.round.intent.roundId)
      on.ended(play.round)
      deps.observe.roundEnded(play.round)
    }
    if (until === 'retry') scheduleRetry(play)
  }

  /** A bet about once a second, a win or refund with growing delays; never all at one instant. */
  function scheduleRetry(play: RoundInPlay): void {
    if (play.scheduled) return
    play.scheduled = true
    const { state, attempts } = play.round.progress
    const growth = state === 'debit_pending' ? 1 : 2 ** Math.min(attempts - 1, 16)
    const delayMs = Math.min(WALLET_RETRY_FIRST_MS * growth, WALLET_RETRY_MAX_MS)
    deps.observe.retry(play.round)
    deps.later(player, delayMs * (0.8 + 0.4 * deps.jitter()), () => retry(play))
  }

  /**
   * A bet that stayed unknown for too long is cancelled instead of sent again. One whose result may
   * have been shown is not: it is sent until the wallet answers.
   */
  async function isGivenUp(play: RoundInPlay): Promise<boolean> {
    if (!isCancelDue(play.round, deps.betCancel, deps.nowMs())) return false
    const answer = await cancel(play, 'bet_unconfirmed')
    return answer === 'cancelled' || rounds.get(play.round.intent.roundId) !== play
  }

  async function retry(play: RoundInPlay): Promise<void> {
    play.scheduled = false
    if (rounds.get(play.round.intent.roundId) !== play) return
    if (await isGivenUp(play)) return
    if (!wallet.takeRetry(player.projectId)) return scheduleRetry(play)
    const wasCancelled = isCancelled(play)
    move(play, { type: 'retry' })
    await asDriver(play, () => driveRetry(play))
    // A cancelled round is over for the player, whatever its refund still waits for; told once.
    if (isCancelled(play) ? !wasCancelled : !play.scheduled) on.news(play)
  }

  return {
    keep,
    replaceOpen,
    drive,
    cancel,
    move,
    forget(roundId: string): void {
      rounds.delete(roundId)
      left.delete(roundId)
    },
    isDriven: (roundId: string) => driven.has(roundId),
    /** As read from the ledger: its drive failed here, and nobody has taken it up. */
    wasLeft: ({ intent, progress }: Round) => left.get(intent.roundId) === progress.version,
    find: (roundId: string) => rounds.get(roundId) ?? null,
    /** The round that holds the game's one place; a refund still owed holds none. */
    findOpen(gameId: string): RoundInPlay | null {
      for (const play of rounds.values()) {
        const { intent, progress } = play.round
        if (intent.gameId === gameId && progress.refundStatus === null) return play
      }
      return null
    },
    /** Nothing scheduled: forgetting this memory costs only a read from the ledger. */
    canRest: () => [...rounds.values()].every(play => !play.scheduled),
  }
}
