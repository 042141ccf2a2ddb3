// The figures of a report as columns of its table, in the order of their titles. A figure of the
// report that has no title does not compile.

import type { ReactNode } from 'react'
import { useLanguage } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { printNumber } from '../../parts/print.ts'
import { Amount } from '../../parts/values.tsx'

/** Amounts are texts in minor units, counts are numbers. */
type FigureRow<Name extends string> = Readonly<Record<Name, string | number>> & {
  readonly currency: string
}

/** @param cells of figures that are shown in another way */
export function useFigures<Name extends string, Row extends FigureRow<Name>>(
  titles: Readonly<Record<Name, string>>,
  cells: Partial<Record<Name, (row: Row) => ReactNode>> = {},
): (Column<Row> & { sortBy: NonNullable<Column<Row>['sortBy']> })[] {
  const { language } = useLanguage()
  function show(name: Name, row: Row): ReactNode {
    const value = row[name]
    if (typeof value === 'number') return printNumber(value, language)
    return <Amount minor={value} currency={row.currency} />
  }
  return (Object.keys(titles) as Name[]).map(name => ({
    header: titles[name],
    align: 'right',
    cell: cells[name] ?? (row => show(name, row)),
    sortBy: row => BigInt(row[name]),
  }))
}
