// `reelhouse rounds refund-orphan`: makes nodes refund the bet of one orphaned round, or of all of
// a project's orphaned rounds that may be refunded without further questions.

import type { Pool } from 'pg'
import { validate as isUuid } from 'uuid'
import { SetupProblem } from '../../embedded/setup-problem.ts'
import type { AuditedBy } from '../../ledger/audit/audit-log.ts'
import type { PlayerDatabases } from '../../ledger/database/player-databases.ts'
import {
  isRefundable,
  listOrphans,
  type OrphanQuery,
  refundOrphan,
} from '../../ledger/rounds/orphaned-rounds.ts'
import { defineCommand, printJson, printLine, refuseUse } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { withLedger } from '../project/access.ts'

const REFUSALS = {
  'not-orphaned': 'There is no such round, or the ledger never lost it: see "rounds orphaned".',
  'refunded-before': 'Its refund is planned already: see "rounds orphaned".',
  'win-paid': 'Its win was paid: to refund the bet too would pay it twice.',
  'win-unknown':
    'Its win may have been paid. Ask the wallet for the transaction win-<round_id>; give ' +
    '--no-win-paid ' +
    'where it booked none.',
} as const

const EVERY_ORPHAN = 1_000_000

export const command = defineCommand(
  createStoreCommand(
    'reelhouse rounds refund-orphan',
    `Plans the refund of an orphaned round's bet. Nodes send it until the wallet says ok, under one
    transaction id, however often this is run. Audited.`,
  )
    .argument('[round_id]', 'the round')
    .option(
      '--all',
      'every round whose bet may be refunded without asking the wallet; with --project',
    )
    .option('--project <id>', 'the project of --all')
    .option('--no-win-paid', 'the wallet was asked: it booked no win of this round')
    .option('--json', 'one line: {"refunds_planned":["<round_id>", …]}'),
  (roundId, { all, project, winPaid, json, ...stores }) => {
    const isAll = all === true
    if (isAll === (roundId !== undefined)) refuseUse('Give a round id, or --all.')
    if (isAll && project === undefined) refuseUse('Give --project with --all.')
    if (isAll && winPaid === false) refuseUse('Give --no-win-paid with one round.')
    if (roundId !== undefined && !isUuid(roundId)) refuseUse('A round id is a UUID.')
    return withLedger('rounds refund-orphan', stores, async ({ pools, by }) => {
      const planned =
        roundId === undefined
          ? await refundAll(pools, { projectId: project, limit: EVERY_ORPHAN }, by)
          : await refundOne(pools, roundId, winPaid === false, by)
      if (json === true) printJson({ refunds_planned: planned })
      else printLine(`Refunds planned: ${planned.length}. Nodes send them.`)
      return 0
    })
  },
)

async function refundOne(
  pools: PlayerDatabases<Pool>,
  roundId: string,
  noWinPaid: boolean,
  by: AuditedBy,
): Promise<string[]> {
  const done = (await pools.findById(roundId, async pool => {
    const planned = await refundOrphan(pool, roundId, noWinPaid, by, pools.home)
    return planned.kind === 'refused' && planned.cause === 'not-orphaned' ? null : planned
  })) ?? { kind: 'refused', cause: 'not-orphaned' }
  if (done.kind === 'refused') throw new SetupProblem(REFUSALS[done.cause])
  return [roundId]
}

/** Skips a refund that another command plans meanwhile. */
async function refundAll(
  pools: PlayerDatabases<Pool>,
  query: OrphanQuery,
  by: AuditedBy,
): Promise<string[]> {
  const planned: string[] = []
  for (const pool of pools.carriers) {
    for (const orphan of (await listOrphans(pool, query)).filter(isRefundable)) {
      const { kind } = await refundOrphan(pool, orphan.roundId, false, by, pools.home)
      if (kind === 'planned') planned.push(orphan.roundId)
    }
  }
  return planned
}
