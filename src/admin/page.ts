// A page of a list: how many rows, and where the next page begins. A cursor is valid only for the
// query that it was given for.

import { parsePeriodEnd } from '../core/iso-time.ts'
import { readCursor, writeCursor } from '../operator/reports/page-cursor.ts'
import { type AdminRefused, refuse } from './errors.ts'

/** Rows on a page of any list. */
const ADMIN_PAGE_ROWS = 50
const ADMIN_PAGE_ROWS_MAX = 200

interface PageQuery {
  limit?: string
  cursor?: string
}

export interface Page {
  readonly ok: true
  /** Rows to read: one more than the page shows, by which it knows whether another follows. */
  readonly limit: number
  /** Where the page begins; null: at the start. */
  readonly after: readonly string[] | null
  /** The page of the rows that were read, with the cursor of the next; null: it is the last. */
  cut<Row>(
    found: readonly Row[],
    positionOf: (row: Row) => readonly string[],
  ): { rows: Row[]; nextCursor: string | null }
}

/** @param list its name; a cursor is valid for this list with the same filters */
export function readPage(
  { cursorKey }: { cursorKey: Uint8Array },
  list: string,
  { limit, cursor, ...filters }: PageQuery & object,
): Page | AdminRefused {
  const rows = limit === undefined ? ADMIN_PAGE_ROWS : Number(limit)
  if (rows < 1 || rows > ADMIN_PAGE_ROWS_MAX) {
    return refuse('INVALID_REQUEST', `limit is from 1 to ${ADMIN_PAGE_ROWS_MAX}.`, 'limit')
  }
  const sorted = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1))
  const question = JSON.stringify(['admin', list, sorted])
  const after = cursor === undefined ? null : readCursor(cursorKey, question, cursor)
  if (cursor !== undefined && after === null) {
    return refuse(
      'INVALID_CURSOR',
      'The cursor belongs to another list or other filters.',
      'cursor',
    )
  }
  return {
    ok: true,
    limit: rows + 1,
    after,
    cut(found, positionOf) {
      const shown = found.slice(0, rows)
      const isLast = found.length <= rows
      const nextCursor = isLast ? null : writeCursor(cursorKey, question, positionOf(shown.at(-1)!))
      return { rows: shown, nextCursor }
    },
  }
}

/** A time of a query, in UTC where it names no zone; null: not a valid time. */
export function readTime(text: string): Date | null {
  const atMs = parsePeriodEnd(text)
  return atMs === null ? null : new Date(atMs)
}
