// The reports of a node compared with the wallet's own record, over all databases that have rounds.

import type { Pool } from 'pg'
import type { Test } from 'tap'
import { formatAmount, parseAmount } from '../../src/core/money.ts'
import { REPORT_ROUNDS_MAX } from '../../src/limits/reports.ts'
import type { Operator } from './operator-calls.ts'
import type { PlayClient } from './play-client.ts'
import { OPENING, type ScriptedWallet } from './scripted-wallet.ts'

const PAGE_ROUNDS = 50

/** @param pools of the databases that have rounds now */
export function openBooks(
  wallet: ScriptedWallet,
  act: Operator['act'],
  clients: ReadonlyMap<string, PlayClient>,
  pools: () => readonly Pool[],
) {
  /**
   * What the wallet booked, each transaction once. What was refunded here had never been booked.
   */
  function walletTotals() {
    const refunded = new Set(wallet.of('refund').map(({ roundId }) => roundId))
    const total = (method: 'bet' | 'win') => {
      const kept = wallet
        .operations(method)
        .filter(call => wallet.isApplied(call) && !refunded.has(call.roundId))
      return formatAmount(kept.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
    }
    return { bets: total('bet'), wins: total('win'), refunds: '0.00' }
  }

  return {
    /** Rounds that are not over; those that wait for their player are played to their end. */
    async unfinished(): Promise<number> {
      const rounds = pools().map(async pool => {
        const { rows } = await pool.query<{
          round_id: string
          player_id: string
          awaiting: boolean
        }>(
          `SELECT round_id, player_id, state = 'in_progress' AND awaiting AS awaiting
           FROM round JOIN player USING (player_key)
           WHERE state NOT IN ('settled', 'rejected', 'cancelled')
             OR refund_status IN ('planned', 'sent', 'unknown')`,
        )
        for (const { round_id, player_id, awaiting } of rows) {
          if (awaiting) await clients.get(player_id)!.collect(round_id)
        }
        return rows.length
      })
      return (await Promise.all(rounds)).reduce((sum, count) => sum + count, 0)
    },

    /**
     * The reports have the rounds of all databases and agree with the wallet.
     * @returns the ids of all rounds, as they are reported
     */
    async check(t: Test): Promise<string[]> {
      const count = async (pool: Pool) =>
        Number((await pool.query('SELECT count(*) FROM round')).rows[0].count)
      const rounds = (await Promise.all(pools().map(count))).reduce((sum, each) => sum + each, 0)
      // Several pages, but not hundreds.
      const limit = Math.min(REPORT_ROUNDS_MAX, Math.max(PAGE_ROUNDS, Math.ceil(rounds / 5)))
      const ids: string[] = []
      let cursor: unknown
      do {
        const page = await act('report_rounds', { limit, ...(cursor ? { cursor } : {}) })
        ids.push(...(page.rounds as { round_id: string }[]).map(row => row.round_id))
        cursor = page.next_cursor
      } while (cursor !== null)
      t.equal(ids.length, rounds)
      t.equal(new Set(ids).size, ids.length, 'no duplicates')
      const { rows } = await act('report_ggr', { group_by: ['currency'] })
      t.match(rows, [{ ...walletTotals(), rounds, pending_operations: 0 }])
      const { players } = (await act('report_reconciliation')) as {
        players: { player_id: string; net_wallet_change: string }[]
      }
      t.strictSame(
        players.map(each => each.player_id),
        [...clients.keys()].sort(),
      )
      for (const { player_id, net_wallet_change } of players) {
        const change = parseAmount(net_wallet_change.replace('-', ''))!
        const signed = net_wallet_change.startsWith('-') ? -change : change
        t.equal(OPENING + signed, wallet.balance(player_id, 'EUR'), player_id)
      }
      return ids
    },
  }
}
