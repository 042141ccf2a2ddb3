// The deps that an actor gets for one traced command: the same stores and the same wallet, with
// each call recorded as a step. Only traced commands pay for it: the actor's usual deps do not
// change.

import type { PlayerDeps, PlayerWallet } from '../player/deps.ts'
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
    (...args: never[]) => step.run(`${store} ${name}`, () => call(...args)),
  ])
  return Object.fromEntries(followed) as All
}

function followWallet(
  wallet: PlayerWallet,
  step: Step,
  walletWith: LaneTracing['walletWith'],
): PlayerWallet {
  const asStep = <Answer>(method: string, call: (own: PlayerWallet) => Promise<Answer>) =>
    step.run(`wallet ${method}`, ({ traceparent }) => call(walletWith(traceparent)))
  return {
    ...wallet,
    sessionInfo: (...args) => asStep('session_info', own => own.sessionInfo(...args)),
    bet: (...args) => asStep('bet', own => own.bet(...args)),
    win: (...args) => asStep('win', own => own.win(...args)),
    refund: (...args) => asStep('refund', own => own.refund(...args)),
    notify: (...args) => asStep('round_info', own => own.notify(...args)),
  }
}
