// Row 5: durable writes of rounds: opened, and saved as settled. Ours adds single rows to the round
// writer, 64 at once, and each row gets an answer. The floor sends the same statements by hand, in
// batches of as many rows whose parameters were made before. The peer writes one row a transaction
// over its pool: the player's number, then the row. Fair: one database with synchronous commit on,
// the same guards for ours and the floor, 64 rows under way.

import type pg from 'pg'
import { GAMES } from '../../src/games/catalogue/games.ts'
import { openRoundWriter } from '../../src/ledger/rounds/round-writer.ts'
import type { Round } from '../../src/round/round.ts'
import { openBareLedger } from './bare-ledger.ts'
import { addPlayers } from './bench-players.ts'
import { joinCpu, ownCpu, postgresCpu } from './cpu.ts'
import { openPeerLedger } from './peer-ledger.ts'
import { driveRound, newRound } from './rounds.ts'
import type { Case, CpuSeconds, Opened, Row, Running, Scope, Slice } from './row.ts'
import { usePool } from './setting.ts'

const AT_ONCE = 64
/** Rows prepared at a time, while the clock does not run. */
const LOT = 1_280

export const durableRows: Row = {
  number: 5,
  name: 'durable rows',
  unit: 'rows/s',
  better: 'more',
  abouts: {
    ours: 'round writer, row by row',
    floor: 'the same statement by hand, 64 rows each',
    peer: 'a transaction a row',
  },
  cases: () => [caseOf('open'), caseOf('save')],
}

const caseOf = (step: 'open' | 'save'): Case => ({ name: step, open: scope => open(scope, step) })

/** How a contestant writes rounds: one step is measured, the other one prepares for it. */
interface Steps {
  open(rounds: readonly Round[]): Promise<unknown>
  save(rounds: readonly Round[]): Promise<unknown>
}

async function open(scope: Scope, measured: 'open' | 'save'): Promise<Opened> {
  const databaseUrl = await scope.databaseUrl()
  const pool = await usePool(scope, 4)
  const cpu = joinCpu(ownCpu(), await postgresCpu(await scope.platform()))
  const writer = openRoundWriter(databaseUrl, () => {})
  scope.defer(() => writer.close())
  const ours: Steps = {
    open: rounds => eachAtOnce(rounds, round => writer.open({ round, entitlementsRevision: 0n })),
    save: rounds => eachAtOnce(rounds, round => writer.save(round)),
  }
  const running = (steps: Steps) => runLots(scope, pool, steps, measured, cpu)
  return {
    ours: running(ours),
    floor: running(await openFloor(scope, databaseUrl)),
    peer: running(await openPeer(scope, databaseUrl)),
  }
}

/** Keeps this number under way all the time. */
async function eachAtOnce<Row>(
  rows: readonly Row[],
  write: (row: Row) => Promise<{ kind: string }>,
): Promise<void> {
  let next = 0
  async function run(): Promise<void> {
    while (next < rows.length) {
      const { kind } = await write(rows[next++]!)
      if (kind !== 'opened' && kind !== 'saved') throw new Error(`a row was ${kind}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, run))
}

function runLots(
  { size }: Scope,
  pool: pg.Pool,
  steps: Steps,
  measured: 'open' | 'save',
  cpu: () => CpuSeconds,
): Running {
  const lot = size.isSmoke ? 2 * AT_ONCE : LOT
  const used: Record<string, number> = {}
  async function time(work: () => Promise<unknown>): Promise<number> {
    const [before, startedMs] = [cpu(), performance.now()]
    await work()
    const tookMs = performance.now() - startedMs
    for (const [who, seconds] of Object.entries(cpu())) {
      used[who] = (used[who] ?? 0) + seconds - before[who]!
    }
    return tookMs
  }
  return {
    async slice(forMs): Promise<Slice> {
      let [tookMs, operations] = [0, 0]
      while (tookMs < forMs) {
        const keys = await addPlayers(pool, lot)
        const outcome = { events: [], winUnits: 100, awaiting: null }
        const rounds = keys.map(playerKey => newRound(playerKey, GAMES[0]!, outcome))
        const settled = measured === 'open' ? [] : rounds.map(round => driveRound(round, true))
        if (measured === 'save') await steps.open(rounds)
        tookMs += await time(() => (measured === 'open' ? steps.open(rounds) : steps.save(settled)))
        operations += lot
      }
      return { value: (operations * 1000) / tookMs, operations }
    },
    cpu: () => ({ ...used }),
  }
}

async function openFloor(scope: Scope, databaseUrl: string): Promise<Steps> {
  const ledger = openBareLedger(databaseUrl)
  scope.defer(ledger.close)
  const inBatches = async (
    rounds: readonly Round[],
    write: (batch: readonly Round[]) => Promise<void>,
  ) => {
    for (let from = 0; from < rounds.length; from += AT_ONCE) {
      await write(rounds.slice(from, from + AT_ONCE))
    }
  }
  return {
    open: rounds => inBatches(rounds, ledger.open),
    save: rounds => inBatches(rounds, ledger.finish),
  }
}

async function openPeer(scope: Scope, databaseUrl: string): Promise<Steps> {
  const ledger = await openPeerLedger(databaseUrl, AT_ONCE / 4)
  scope.defer(ledger.close)
  const done = { kind: 'saved' }
  return {
    open: rounds =>
      eachAtOnce(rounds, async ({ intent, progress }) => {
        await ledger.open({
          roundId: intent.roundId,
          playerKey: intent.playerKey,
          requestId: intent.requestId,
          game: intent.gameId,
          stakeMinor: intent.stakeMinor,
          winMinor: progress.winMinor,
          seed: intent.seed,
        })
        return done
      }),
    save: rounds =>
      eachAtOnce(rounds, async ({ intent }) => {
        await ledger.settle(intent.roundId, 1_000_000n)
        return done
      }),
  }
}
