// One operator's servers in a run: they grant and cancel free spins, schedule target outcomes,
// cancel rounds, change levels and limits and read reports, all during play. Through the real API
// and its SDK.

import { setTimeout as sleep } from 'node:timers/promises'
import { type CURRENCIES, formatAmount } from '../../src/core/money.ts'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { listBets, resolveBaseStakeMinor } from '../../src/games/engine/bets.ts'
import { createOperatorClient, OperatorApiError } from '../../src/sdk/client.ts'
import type { Chance } from '../support/chance.ts'

export interface OperatorSetup {
  index: number
  chance: Chance
  baseUrls: readonly string[]
  partner: string
  apiKey: string
  /** Players of this operator, with the game and currency they mostly play. */
  players(): readonly { playerId: string; currency: string; gameId: () => string }[]
  /** Some known round of this operator's players, or of another operator's. */
  recentRound(ofStranger: boolean): string | null
  onAction(name: string, code: string): void
  onGrant(grantId: string): void
  onCancelled(roundId: string): void
  onWrong(what: string): void
  isStopping(): boolean
}

const PAUSE_MS = [40, 200] as const
const CALL_DEADLINE_MS = 8_000

/** What an operator does, and how often. */
const ACTIONS = {
  grant: 0.12,
  'grant-twice-at-once': 0.03,
  'cancel-grant': 0.06,
  'schedule-target': 0.12,
  'cancel-target': 0.03,
  'cancel-round': 0.25,
  "cancel-stranger's-round": 0.02,
  'set-level': 0.07,
  'automatic-level': 0.07,
  'set-limit': 0.04,
  'lift-limit': 0.06,
  'report-rounds': 0.05,
  'report-ggr': 0.04,
  'report-reconciliation': 0.04,
} as const
type Action = keyof typeof ACTIONS

export function createOperator(setup: OperatorSetup) {
  const { chance } = setup
  const clients = setup.baseUrls.map(baseUrl =>
    createOperatorClient({
      baseUrl,
      partner: setup.partner,
      apiKey: setup.apiKey,
      attempts: 2,
      timeoutMs: CALL_DEADLINE_MS,
    }),
  )
  const grants: string[] = []
  const targets: string[] = []
  let requests = 0

  const client = () => chance.pick(clients)
  const player = () => chance.pick(setup.players())
  const key = () => `operator-${setup.index}-${++requests}`
  const gameOf = (gameId: string) => GAMES.find(game => game.id === gameId)!

  function grantFields() {
    const { playerId, currency, gameId } = player()
    const game = gameOf(gameId())
    const as = currency as (typeof CURRENCIES)[number]
    const bets = listBets(game, as)
    const betMinor = resolveBaseStakeMinor(game, as, bets[chance.below(Math.min(3, bets.length))]!)
    return {
      player_id: playerId,
      currency: as,
      symbol: game.id,
      count: 1 + chance.below(6),
      bet: formatAmount(betMinor!),
    }
  }

  function rememberGrant(grantId: string): void {
    grants.push(grantId)
    setup.onGrant(grantId)
  }

  /** One call on both nodes with one key makes one grant. */
  async function grantTwice(): Promise<void> {
    const [fields, once] = [grantFields(), { idempotencyKey: key() }]
    const answers = await Promise.allSettled(clients.map(c => c.freespins.create(fields, once)))
    const ids = answers.flatMap(a => (a.status === 'fulfilled' ? [a.value.grant_id] : []))
    for (const id of new Set(ids)) rememberGrant(id)
    if (new Set(ids).size > 1) setup.onWrong(`one key, two grants: ${ids.join(', ')}`)
  }

  async function cancelRound(ofStranger: boolean): Promise<void> {
    const roundId = setup.recentRound(ofStranger)
    if (roundId === null) return
    const round = await client().roundCancel(roundId, { idempotencyKey: key() })
    if (ofStranger) setup.onWrong(`cancelled another operator's round ${roundId}`)
    if (round.state !== 'cancelled') setup.onWrong(`a cancel answered ${round.state}`)
    setup.onCancelled(roundId)
  }

  function limitFields(maxBets: number | null) {
    const { playerId, currency, gameId } = player()
    const as = currency as (typeof CURRENCIES)[number]
    const game = gameOf(gameId())
    const smallest = resolveBaseStakeMinor(game, as, listBets(game, as)[0]!)!
    const max = maxBets === null ? null : String(smallest * BigInt(maxBets))
    return {
      player_id: playerId,
      provider: game.provider,
      currency: as,
      min_minor: max === null ? null : '1',
      max_minor: max,
    }
  }

  function levelFields() {
    const { playerId, gameId } = player()
    return { player_id: playerId, provider: gameOf(gameId()).provider }
  }

  async function readGgr(): Promise<void> {
    const { rows } = await client().reports.ggr({ group_by: ['currency'] })
    const minor = (text: string) => BigInt(text.replace('.', ''))
    for (const row of rows) {
      const { bets, wins, refunds, ggr } = row
      if (minor(bets) - minor(refunds) - minor(wins) !== minor(ggr)) {
        setup.onWrong(`report_ggr does not add up: ${JSON.stringify(row)}`)
      }
    }
  }

  const DO: Record<Action, () => Promise<unknown>> = {
    grant: async () => rememberGrant((await client().freespins.create(grantFields())).grant_id),
    'grant-twice-at-once': grantTwice,
    'cancel-grant': async () => {
      const grant_id = grants.splice(chance.below(grants.length), 1)[0]
      if (grant_id !== undefined) await client().freespins.cancel({ grant_id })
    },
    'schedule-target': async () => {
      const { playerId, gameId } = player()
      const { outcome_id } = await client().outcomes.schedule({
        player_id: playerId,
        symbol: gameId(),
        multiplier: chance.pick(['0.5', '2', '5', '10', '25']),
        spin_number: 1 + chance.below(4),
      })
      targets.push(outcome_id)
    },
    'cancel-target': async () => {
      const outcome_id = targets.splice(chance.below(targets.length), 1)[0]
      if (outcome_id !== undefined) await client().outcomes.cancel({ outcome_id })
    },
    'cancel-round': () => cancelRound(false),
    "cancel-stranger's-round": () => cancelRound(true),
    'set-level': () => {
      const rtp = String(60 + chance.below(40))
      return client().playerRtp.set({ ...levelFields(), rtp, reason: 'chaos' })
    },
    'automatic-level': () => client().playerRtp.auto({ ...levelFields(), reason: 'chaos' }),
    'set-limit': () => client().playerRtp.betLimit(limitFields(20)),
    'lift-limit': () => client().playerRtp.betLimit(limitFields(null)),
    'report-rounds': () => client().reports.rounds({ player_id: player().playerId, limit: 50 }),
    'report-ggr': readGgr,
    'report-reconciliation': () => client().reports.reconciliation({ limit: 50 }),
  }

  function drawAction(): Action {
    let draw = chance.next()
    for (const [action, share] of Object.entries(ACTIONS)) {
      draw -= share
      if (draw < 0) return action as Action
    }
    return 'report-rounds'
  }

  async function act(action: Action): Promise<void> {
    try {
      await DO[action]()
      setup.onAction(action, 'ok')
    } catch (error) {
      if (!(error instanceof OperatorApiError)) throw error
      setup.onAction(action, error.code)
    }
  }

  return {
    async work(): Promise<void> {
      while (!setup.isStopping()) {
        await act(drawAction())
        await sleep(chance.between(...PAUSE_MS))
      }
    },
  }
}
