// What the text of a search may mean: the beginning of a round's, transaction's, session's, grant's
// or target outcome's id, of a player's or operator's id, or a tag. Pure.

import { type IdRange, readIdBeginning } from '../../core/identifiers.ts'
import { readTag } from '../../core/player-notes.ts'
import { TRANSACTION_PREFIX, type TransactionKind } from '../../core/wallet-operation.ts'

export interface SearchQuestion {
  /** Without blanks around it; never empty. */
  readonly text: string
  /** Our ids that begin with it; null: none can. */
  readonly ids: IdRange | null
  /** The kind of wallet operation that it names; null: it names no transaction. */
  readonly transaction: TransactionKind | null
  readonly tag: string | null
}

/** Null: nothing but blanks. */
export function readQuestion(given: string): SearchQuestion | null {
  const text = given.trim()
  if (text === '') return null
  const [named, kind] = TRANSACTION_PREFIX.exec(text) ?? ['']
  const transaction = kind === undefined ? null : (kind.toLowerCase() as TransactionKind)
  return { text, ids: readIdBeginning(text.slice(named.length)), transaction, tag: readTag(text) }
}
