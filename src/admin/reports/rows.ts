// The row of a report as the panel's answer and document have it, made from the report's columns.

import { type TSchema, Type } from 'typebox'
import { type Column, cellOf, type PrintedRow } from '../../ledger/reports/column.ts'
import { minor, time } from '../common-schema.ts'

export function printRow<Columns extends readonly Column[]>(
  columns: Columns | readonly Column[],
  row: object,
): PrintedRow<Columns> {
  const fields = columns.map(column => [column.name, print(cellOf(column, row))])
  return Object.fromEntries(fields) as PrintedRow<Columns>
}

function print(cell: ReturnType<typeof cellOf>) {
  if (cell instanceof Date) return cell.toISOString()
  return typeof cell === 'bigint' ? cell.toString() : cell
}

const KINDS: Readonly<Record<Column['kind'], TSchema>> = {
  text: Type.String(),
  currency: Type.String(),
  count: Type.Integer({ minimum: 0 }),
  money: minor,
  flag: Type.Boolean(),
  time,
}

export function rowSchema<Columns extends readonly Column[]>(columns: Columns | readonly Column[]) {
  const fields = columns.map(({ name, kind, values, nullable, panelNote }) => {
    const cell = values === undefined ? KINDS[kind] : Type.Enum([...values])
    const schema = nullable === true ? Type.Union([cell, Type.Null()]) : cell
    return [name, panelNote === undefined ? schema : { ...schema, description: panelNote }]
  })
  return Type.Unsafe<PrintedRow<Columns>>(Type.Object(Object.fromEntries(fields)))
}
