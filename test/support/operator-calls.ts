// An operator's calls to a running node and a player's actions there, in one line each; for the
// tests of target outcomes, levels and limits.

import type { Pool } from 'pg'
import { findGame } from '../../src/games/catalogue/games.ts'
import { smallestBet } from '../../src/games/engine/bets.ts'
import type { Bet } from '../../src/wire/play-commands.ts'
import { BET, GAME, type OperatorSetup, post, settingsOf } from './operator-setup.ts'
import { codeOf, type PlayClient, type RoundMessage, roundOf } from './play-client.ts'
import { sized } from './size.ts'
import { moment, until, untilFound } from './until.ts'

type RoundView = RoundMessage['round']

const PROBE = 'crystal-cluster'

export type Operator = ReturnType<typeof createOperator>

export function createOperator(setup: OperatorSetup, node: { baseUrl: string }) {
  const { project, pool } = setup
  let probeLink: string | null = null
  let isProbeOff = false
  const credentials = { partner: project.projectId, api_key: project.apiKey }

  /** The answer of a call that succeeds. */
  async function call(url: string, fields: object): Promise<Record<string, unknown>> {
    const { status, body } = await post(node, url, { ...credentials, ...fields })
    if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
    return body
  }

  return {
    act: (method: string, fields: object = {}) => call('/gameActions.do', { method, ...fields }),
    /** Grants one free spin, where the fields do not say otherwise; the grant's id. */
    async giveSpins(player_id: string, fields: object = {}): Promise<string> {
      const terms = { player_id, currency: 'EUR', symbol: GAME, count: 1, bet: '0.20', ...fields }
      const { grant } = await call('/gameActions.do', { method: 'freespins_create', ...terms })
      return (grant as { grant_id: string }).grant_id
    },
    /** The answer when the round is cancelled; null: it is not. */
    tryCancel: (round_id: string) =>
      call('/gameActions.do', { method: 'round_cancel', round_id }).catch(() => null),
    async rtp(action: string, fields: object) {
      const { player } = await call('/playerRtp.do', { action, ...fields })
      return player as Record<string, unknown> & { journal: Record<string, unknown>[] }
    },
    /** Waits until the search found the target outcome; resolves with its id. */
    async scheduleReady(player_id: string, symbol: string, fields: object): Promise<string> {
      const request = { method: 'outcome_schedule', player_id, symbol, ...fields }
      const { outcome } = await call('/gameActions.do', request)
      const { outcome_id: id } = outcome as { outcome_id: string }
      const text = 'SELECT status FROM target_outcome WHERE outcome_id = $1'
      const readStatus = async () => (await pool.query(text, [id])).rows[0].status as string
      const status = await untilFound('the search ended', async () => {
        const now = await readStatus()
        return now === 'pending' ? null : now
      })
      if (status !== 'ready') throw new Error(`the search ended ${status}`)
      return id
    },
    /**
     * Sets the project's settings, as JSON. Resolves once the node's lane uses them: every change
     * also switches a game on or off that no test plays.
     */
    async setProject(json: { disabled?: string[]; [name: string]: unknown }): Promise<void> {
      probeLink ??= (await setup.launch(node, { player_id: 'probe', symbol: PROBE })).link
      isProbeOff = !isProbeOff
      const disabled = [...(json.disabled ?? []), ...(isProbeOff ? [`game:${PROBE}`] : [])]
      await setup.change({ settings: settingsOf({ ...json, disabled }) })
      const probe = await setup.connect(node, probeLink)
      await until(
        'the lane uses the settings',
        async () => (codeOf(await probe.hello()) === 'PROJECT_GAME_DISABLED') === isProbeOff,
      )
      probe.close()
    },
  }
}

/** Raised by every change of the player's entitlements; 0 for a player who is not known. */
export async function revisionOf(pool: Pool, playerId: string, projectId = 'casino') {
  const { rows } = await pool.query<{ terms_revision: string }>(
    'SELECT terms_revision FROM player WHERE project_id = $1 AND player_id = $2',
    [projectId, playerId],
  )
  return Number(rows[0]?.terms_revision ?? 0)
}

export function cheapestBet(gameId: string): Bet {
  return smallestBet(findGame(gameId)!, 'EUR')
}

/** Of one player: without a pause many would keep a core from the node. */
const SPIN_EVERY_MS = sized(50, 20)

/** Spins until it is stopped; every answer must be a round. */
export function playUntilStopped(client: PlayClient) {
  let isStopped = false
  let [spins, longestMs] = [0, 0]
  async function play(): Promise<void> {
    while (!isStopped) {
      const askedMs = performance.now()
      const round = roundOf(await client.spin(BET))
      longestMs = Math.max(longestMs, performance.now() - askedMs)
      if (round.status === 'awaiting') roundOf(await client.collect(round.roundId))
      spins++
      await moment(SPIN_EVERY_MS)
    }
  }
  const playing = play()
  return {
    spins: () => spins,
    async stop() {
      isStopped = true
      await playing
      return { spins, longestMs }
    },
  }
}

/** A spin played to its end: a choice is answered with the option, a win is not gambled. */
export async function playOut(
  client: PlayClient,
  wish: { bet: Bet; mode?: string } | { grantId: string },
  option?: string,
): Promise<RoundView> {
  const message =
    'grantId' in wish
      ? ({ type: 'free-spin', ...wish } as const)
      : ({ type: 'spin', mode: 'base', ...wish } as const)
  return finish(client, roundOf(await client.send(message)), option)
}

export async function finish(
  client: PlayClient,
  opened: RoundView,
  option?: string,
): Promise<RoundView> {
  let round = opened
  while (round.status === 'awaiting') {
    const { roundId, awaiting } = round
    const answer =
      awaiting!.kind === 'choice'
        ? await client.send({ type: 'choose', roundId, option: option ?? awaiting!.options[0]! })
        : await client.collect(roundId)
    round = roundOf(answer)
  }
  return round
}
