// The deps that an actor gets for one traced command: the same stores and the same wallet, with
// each call recorded as a step. Only traced commands pay for it: the actor's usual deps do not
// change.

import type { PlayerDeps, PlayerWallet } from '../player/deps.ts'
import type { Round } from '../round/round.ts'
import type { Step } from '../wire/trace.ts'

export interface LaneTracing {
  /** Continues a command that the front end traces; its work begins before this returns. */
  goOn<Answer>(
    traceparent: string,
    name: string,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /**
   * The wallet for calls of this step; whether its calls carry the trace depends on the node's
   * settings.
   */
  walletWith(traceparent: string): PlayerWallet
}

export function followedDeps(
  deps: PlayerDeps,
  step: Step,
  walletWith: LaneTracing['walletWith'],
): PlayerDeps {
  return {
    ...deps,
    redisState: followCalls('redis', deps.redisState, step),
    ledger: followCalls('ledger', deps.ledger, step),
    wallet: followWallet(deps.wallet, step, walletWith),
  }
}

type Calls = Readonly<Record<string, (...args: never[]) => Promise<unknown>>>

function followCalls<All extends object>(store: string, calls: All, step: Step): All {
  const followed = Object.entries(calls as Calls).map(([name, call]) => [
    name,
    (...args: never[]) =>
      step.run(`${store} ${name}`, own => {
        labelRound([step, own], args)
        return call(...args)
      }),
  ])
  return Object.fromEntries(followed) as All
}

function followWallet(
  wallet: PlayerWallet,
  step: Step,
  walletWith: LaneTracing['walletWith'],
): PlayerWallet {
  const asStep = <Answer>(
    method: string,
    args: readonly unknown[],
    call: (own: PlayerWallet) => Promise<Answer>,
  ) =>
    step.run(`wallet ${method}`, below => {
      labelRound([step, below], args)
      return call(walletWith(below.traceparent))
    })
  return {
    ...wallet,
    sessionInfo: (...args) => asStep('session_info', args, own => own.sessionInfo(...args)),
    bet: (...args) => asStep('bet', args, own => own.bet(...args)),
    win: (...args) => asStep('win', args, own => own.win(...args)),
    refund: (...args) => asStep('refund', args, own => own.refund(...args)),
    notify: (...args) => asStep('round_info', args, own => own.notify(...args)),
  }
}

/** Adds the id of the round that a call is about to its step, and to the step of the command. */
function labelRound(steps: readonly Step[], args: readonly unknown[]): void {
  const round = args.find(isRound)
  if (round === undefined) return
  for (const step of steps) step.label('round.id', round.intent.roundId)
}

function isRound(value: unknown): value is Pick<Round, 'intent'> {
  return typeof value === 'object' && value !== null && 'intent' in value
}
