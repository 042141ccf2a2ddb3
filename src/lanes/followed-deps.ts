// What an actor is given for one followed command: the same stores and the same wallet, each call of which is a
// step. Only such a command pays for it: the actor's own deps stay as they are.

import type { PlayerDeps, PlayerWallet } from '../player/deps.ts'
import type { Step } from '../wire/trace.ts'

export interface LaneTracing {
  /** Goes on with a command that the front end follows; its work begins before this returns. */
  goOn<Answer>(
    traceparent: string,
    name: string,
    work: (step: Step | null) => Promise<Answer>,
  ): Promise<Answer>
  /** The wallet, its calls told that they belong to this step; or not, as the node is set. */
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
