// A report as one table of columns, from which its SQL, its rows, the answers to operators and to
// the panel, its files and both API documents are made. Pure.

import type { Currency } from '../../core/money.ts'

export interface Column {
  /** The field of the row and of the panel's answer. */
  readonly name: string
  /** The column of a file, and the operator's field; unless it is given, the name in snake case. */
  readonly title?: string
  readonly kind: 'text' | 'currency' | 'count' | 'money' | 'flag' | 'time'
  readonly nullable?: true
  /** The only texts. */
  readonly values?: readonly string[]
  /** The expression that reads it; its column of the statement is named `title`. */
  readonly sql?: string
  /** Only unfinished rounds have it, so that the sums of finished rounds do not keep it. */
  readonly unfinished?: true
  /** Columns whose sum it is. */
  readonly plus?: readonly string[]
  /** Columns that are then subtracted. */
  readonly minus?: readonly string[]
  readonly operator?: string
  /** For the operator's document. */
  readonly note?: string
  /** For the panel's document. */
  readonly panelNote?: string
}

type Titled<C extends Column> = C & { readonly title: string }

export function defineColumns<const Columns extends readonly Column[]>(columns: Columns) {
  const snake = (name: string) =>
    name.replace(/Minor$/, '').replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
  return columns.map(column => ({ title: snake(column.name), ...column })) as {
    [I in keyof Columns]: Titled<Columns[I]>
  }
}

type Text<C> = C extends { values: readonly (infer Value)[] } ? Value : string
type Null<C> = C extends { nullable: true } ? null : never
type Kinds<C, Money, Time> = {
  text: Text<C>
  currency: Currency
  count: number
  money: Money
  flag: boolean
  time: Time
}

/** What the ledger reads: amounts in minor units. */
export type ReportRow<Columns extends readonly Column[]> = {
  [C in Columns[number] as C extends { plus: unknown } ? never : C['name']]:
    | Kinds<C, bigint, Date>[C['kind']]
    | Null<C>
}

/** The same as JSON. */
export type PrintedRow<Columns extends readonly Column[]> = {
  [C in Columns[number] as C['name']]: Kinds<C, string, string>[C['kind']] | Null<C>
}

type Cell = string | number | bigint | boolean | Date | null
type Cells = Readonly<Record<string, Cell>>

/** The columns with an expression, in the order of the statement. */
export const readColumns = (columns: readonly Column[]) =>
  columns.filter(({ sql }) => sql !== undefined) as readonly Titled<Column & { sql: string }>[]

/** The columns of the table of sums. */
export const summedColumns = (columns: readonly Column[]) =>
  readColumns(columns).filter(({ unfinished }) => unfinished === undefined)

/** The named columns first, then the others. */
export function inOrder(columns: readonly Column[], first: readonly string[]): readonly Column[] {
  const named = first.map(name => columns.find(column => column.name === name)!)
  return [...named, ...columns.filter(column => !named.includes(column))]
}

/** For a SELECT; a time in epoch milliseconds, rounded down. */
export const writeColumns = (columns: readonly Column[]) =>
  readColumns(columns)
    .map(({ kind, sql, title }) =>
      kind === 'time'
        ? `floor(extract(epoch FROM ${sql}) * 1000)::bigint AS ${title}`
        : `${sql} AS ${title}`,
    )
    .join(', ')

/** A value of such a column, as Postgres prints it. */
export function readCell({ kind }: Column, value: unknown): Cell {
  if (value === null) return null
  if (kind === 'count') return Number(value)
  if (kind === 'money') return BigInt(value as string)
  return kind === 'time' ? new Date(Number(value)) : (value as string | boolean)
}

export function readRow<Columns extends readonly Column[]>(
  columns: Columns,
  record: Readonly<Record<string, unknown>>,
): ReportRow<Columns> {
  const cells = readColumns(columns).map(column => [
    column.name,
    readCell(column, record[column.title]),
  ])
  return Object.fromEntries(cells)
}

export function cellOf({ name, plus, minus = [] }: Column, row: object): Cell {
  const cells = row as Cells
  if (plus === undefined) return cells[name]!
  const sum = (names: readonly string[]) =>
    names.reduce((total, each) => total + (cells[each] as bigint), 0n)
  return sum(plus) - sum(minus)
}

/** The sums of two rows with the same keys. */
export function addRows<Row extends object>(columns: readonly Column[], a: Row, b: Row): Row {
  // The cells are two numbers or two bigints, which are added alike.
  const sum = (name: string) => ((a as Cells)[name] as number) + ((b as Cells)[name] as number)
  return { ...a, ...Object.fromEntries(readColumns(columns).map(({ name }) => [name, sum(name)])) }
}
