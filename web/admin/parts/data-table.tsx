// Rows and columns by TanStack Table: a table on wide screens, cards on phones. A paged list has a
// button for more rows; columns can be sorted only when all rows are loaded.

import { Button, Center, UnstyledButton, VisuallyHidden } from '@mantine/core'
import {
  type ColumnDef,
  createSortedRowModel,
  rowSortingFeature,
  sortFn_basic,
  tableFeatures,
  useTable,
} from '@tanstack/react-table'
import { type ReactNode, useMemo } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'
import { visible } from './visible.tsx'

export interface Column<Row> {
  id: string
  /** Empty for a column of buttons. */
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers and amounts. */
  align?: 'right'
  /** The title of the row's card on phones; always so for the first column. */
  main?: boolean
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number | bigint
}

interface DataTableProps<Row> {
  /** For screen readers. */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowId: (row: Row) => string
  /** Shown when there are no rows. */
  empty?: string
  /** Totals of the rows, always below them in any sort order. */
  totals?: readonly Row[]
  more?: { hasMore: boolean; isLoading: boolean; load: () => void }
}

const FEATURES = tableFeatures({
  rowSortingFeature,
  sortedRowModel: createSortedRowModel(),
  sortFns: { basic: sortFn_basic },
})
type Definition<Row> = ColumnDef<typeof FEATURES, Row & object, unknown>

export function DataTable<Row extends object>(props: DataTableProps<Row>) {
  const { label, columns, rows, rowId, more, totals = [] } = props
  const { parts } = useTexts(FRAME_TEXTS)
  const byId = useMemo(() => new Map(columns.map(column => [column.id, column])), [columns])
  const definitions = useMemo(() => columns.map(define<Row>), [columns])
  const table = useTable({
    features: FEATURES,
    columns: definitions,
    data: rows as Row[],
    getRowId: rowId,
  })
  if (rows.length === 0)
    return (
      <Center className="rows" mih="8rem" c="dimmed">
        {props.empty ?? parts.empty}
      </Center>
    )
  return (
    <>
      <div className="rows">
        <table aria-label={label}>
          <thead>
            {table.getHeaderGroups().map(group => (
              <tr key={group.id}>
                {group.headers.map(({ column }) => (
                  <HeaderCell
                    key={column.id}
                    title={byId.get(column.id)!.header}
                    align={byId.get(column.id)!.align}
                    sorted={column.getCanSort() ? column.getIsSorted() : null}
                    onSort={() => column.toggleSorting()}
                  />
                ))}
              </tr>
            ))}
          </thead>
          <tbody>
            {table.getRowModel().rows.map(row => (
              <tr key={row.id} data-row={row.id}>
                <Cells columns={columns} row={row.original as Row} />
              </tr>
            ))}
          </tbody>
          {totals.length > 0 && (
            <tfoot>
              {totals.map(row => (
                <tr key={rowId(row)} data-total={rowId(row)}>
                  <Cells columns={columns} row={row} />
                </tr>
              ))}
            </tfoot>
          )}
        </table>
      </div>
      {more?.hasMore === true && (
        <Center mt="md">
          <Button variant="default" loading={more.isLoading} onClick={() => more.load()}>
            {parts.loadMore}
          </Button>
        </Center>
      )}
    </>
  )
}

function Cells<Row>({ columns, row }: { columns: readonly Column<Row>[]; row: Row }) {
  return columns.map((column, i) => (
    <td
      key={column.id}
      data-label={column.header}
      data-align={column.align}
      data-main={i === 0 || column.main === true ? '' : undefined}
    >
      {visible(column.cell(row))}
    </td>
  ))
}

/** A column of buttons. `isOffered`: whether a row has one. */
export function buttonColumn<Row>(
  text: string,
  onPress: (row: Row) => void,
  isOffered: (row: Row) => boolean = () => true,
): Column<Row> {
  return {
    id: 'button',
    header: '',
    align: 'right',
    cell: row =>
      isOffered(row) && (
        <Button size="compact-sm" variant="default" onClick={() => onPress(row)}>
          {text}
        </Button>
      ),
  }
}

function define<Row>({ id, header, sortBy }: Column<Row>): Definition<Row> {
  if (sortBy === undefined) return { id, header, enableSorting: false, accessorFn: () => null }
  return { id, header, accessorFn: sortBy, sortFn: 'basic' }
}

interface HeaderCellProps {
  title: string
  align: 'right' | undefined
  /** Null: not sortable. */
  sorted: 'asc' | 'desc' | false | null
  onSort: () => void
}

function HeaderCell({ title, align, sorted, onSort }: HeaderCellProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  if (sorted === null) {
    return (
      <th scope="col" data-align={align}>
        {title === '' ? <VisuallyHidden>{parts.actions}</VisuallyHidden> : title}
      </th>
    )
  }
  const order = { asc: 'ascending', desc: 'descending', none: 'none' } as const
  return (
    <th scope="col" data-align={align} aria-sort={order[sorted === false ? 'none' : sorted]}>
      <UnstyledButton onClick={onSort}>
        {title}
        {sorted !== false && <Icon name={sorted === 'asc' ? 'up' : 'down'} size={13} />}
      </UnstyledButton>
    </th>
  )
}
