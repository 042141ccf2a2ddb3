// Lists of several databases merged into one, in the order in which each database sorted its own.
// Pure; an order here must be that of the statements.

/**
 * The first rows of all lists.
 * @param lists each in this order
 */
export function firstOf<Row>(
  lists: readonly (readonly Row[])[],
  limit: number,
  order: (one: Row, other: Row) => number,
): Row[] {
  const [only] = lists
  if (lists.length === 1) return [...only!]
  return lists.flat().sort(order).slice(0, limit)
}

/**
 * The newest rows of all lists.
 * @param lists each sorted `BY created_at DESC, id DESC`
 */
export function newestOf<Row extends { createdAtMs: number }>(
  lists: readonly (readonly Row[])[],
  limit: number,
  idOf: (row: Row) => string,
): Row[] {
  return firstOf(lists, limit, (one, other) => {
    if (one.createdAtMs !== other.createdAtMs) return other.createdAtMs - one.createdAtMs
    return idOf(one) < idOf(other) ? 1 : -1
  })
}
