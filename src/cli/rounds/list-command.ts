// A command that lists rounds for a person, one line each, or as one JSON object.

import type { Pool } from 'pg'
import { firstOf } from '../../ledger/database/merge.ts'
import { defineCommand, printJson, printLine } from '../command-line.ts'
import { createStoreCommand } from '../node/store-access.ts'
import { countUpTo } from '../option-values.ts'
import { withLedger } from '../project/access.ts'

export interface RoundQuery {
  projectId?: string | undefined
  limit: number
}

export interface RoundListing<Round, Record> {
  name: string
  about: string
  /** Printed for an empty list. */
  none: string
  limit: { usual: number; most: number }
  /** Finds the rounds of one database. */
  find(pool: Pool, query: RoundQuery): Promise<Round[]>
  /** Sorts as the search in each database does. */
  order(one: Round, other: Round): number
  asRecord(round: Round): Record
  print(record: Record): string
}

export function defineRoundList<Round, Record>(listing: RoundListing<Round, Record>) {
  const { name, about, none, limit: bound, find, order, asRecord, print } = listing
  return defineCommand(
    createStoreCommand(`reelhouse ${name}`, about)
      .option('--project <id>', 'only of this project')
      .option('--limit <count>', 'rounds', countUpTo(bound.most), bound.usual)
      .option('--json', 'one line: {"rounds":[…]}'),
    ({ project, limit, json, ...stores }) =>
      withLedger(name, stores, async ({ pools }) => {
        const query = { projectId: project, limit }
        const found = await Promise.all(pools.carriers.map(pool => find(pool, query)))
        const rounds = firstOf(found, limit, order).map(asRecord)
        if (json === true) printJson({ rounds })
        else if (rounds.length === 0) printLine(none)
        else for (const round of rounds) printLine(print(round))
        return 0
      }),
  )
}
