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
import { joinCpu, ownCpu, postgresCpu } from './cpu.ts'
import { forEach, inLots, timeMs } from './load.ts'
import { openPeerLedger } from './peer-ledger.ts'
import { addPlayers, driveRound, newRound } from './rounds.ts'
import type { Case, Opened, ReadCpu, Row, Running, Scope } from './row.ts'
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
  const writer = openRoundWriter(
    databaseUrl,
    () => {},
    () => {},
  )
  scope.defer(() => writer.close())
  const ours: Steps = {
    open: rounds =>
      eachAtOnce(rounds, round => isWritten(writer.open({ round, entitlementsRevision: 0n }))),
    save: rounds => eachAtOnce(rounds, round => isWritten(writer.save(round))),
  }
  const running = (steps: Steps) => runLots(scope, pool, steps, measured, cpu)
  return {
    ours: running(ours),
    floor: running(await openFloor(scope, databaseUrl)),
    peer: running(await openPeer(scope, databaseUrl)),
  }
}

const eachAtOnce = (rounds: readonly Round[], write: (round: Round) => Promise<unknown>) =>
  forEach(rounds.length, AT_ONCE, i => write(rounds[i]!))

async function isWritten(answer: Promise<{ kind: string }>): Promise<void> {
  const { kind } = await answer
  if (kind !== 'opened' && kind !== 'saved') throw new Error(`a row was ${kind}`)
}

function runLots(
  { size }: Scope,
  pool: pg.Pool,
  steps: Steps,
  measured: 'open' | 'save',
  cpu: ReadCpu,
): Running {
  const lot = size.isSmoke ? 2 * AT_ONCE : LOT
  return inLots(lot, cpu, async () => {
    const keys = await addPlayers(pool, lot)
    const outcome = { events: [], winUnits: 100, awaiting: null }
    const rounds = keys.map(playerKey => newRound(playerKey, GAMES[0]!, outcome))
    if (measured === 'open') return () => timeMs(() => steps.open(rounds))
    const settled = rounds.map(driveRound)
    await steps.open(rounds)
    return () => timeMs(() => steps.save(settled))
  })
}

async function openFloor(scope: Scope, databaseUrl: string): Promise<Steps> {
  const ledger = openBareLedger(databaseUrl)
  scope.defer(ledger.close)
  const inBatches = async (rounds: readonly Round[], write: typeof ledger.open) => {
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
  return {
    open: rounds =>
      eachAtOnce(rounds, ({ intent, progress: { winMinor } }) =>
        ledger.open({ ...intent, game: intent.gameId, winMinor }),
      ),
    save: rounds => eachAtOnce(rounds, ({ intent }) => ledger.settle(intent.roundId, 1_000_000n)),
  }
}
