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
import type { useKeysetList } from '../queries.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'
import { ErrorNotice, Waiting } from './loaded.tsx'
import { Amount, visible } from './values.tsx'

export interface Column<Row> {
  /** Different from the other columns' headers; empty for the column of buttons. */
  header: string
  cell: (row: Row) => ReactNode
  /** For numbers and amounts. */
  align?: 'right'
  /** The title of the row's card on phones; always so for the first column. */
  main?: boolean
  /** Makes the column sortable. */
  sortBy?: (row: Row) => string | number | bigint
}

export interface DataTableProps<Row> {
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
  const byId = useMemo(() => new Map(columns.map(column => [idOf(column), column])), [columns])
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
      key={idOf(column)}
      data-label={column.header}
      data-align={column.align}
      data-main={i === 0 || column.main === true ? '' : undefined}
    >
      {visible(column.cell(row))}
    </td>
  ))
}

/**
 * A column of buttons.
 * @param isOffered whether a row has one
 * @param labelOf the name of a row's button for screen readers; its text unless given
 */
export function buttonColumn<Row>(
  text: string,
  onPress: (row: Row) => void,
  isOffered: (row: Row) => boolean = () => true,
  labelOf?: (row: Row) => string,
): Column<Row> {
  return {
    header: '',
    align: 'right',
    cell: row =>
      isOffered(row) && (
        <Button
          size="compact-sm"
          variant="default"
          onClick={() => onPress(row)}
          aria-label={labelOf?.(row)}
        >
          {text}
        </Button>
      ),
  }
}

/** A column of amounts in the currency of each row. */
export function amountColumn<Row extends { currency: string }>(
  header: string,
  minorOf: (row: Row) => string,
): Column<Row> {
  return {
    header,
    align: 'right',
    cell: row => <Amount minor={minorOf(row)} currency={row.currency} />,
  }
}

const idOf = ({ header }: { header: string }) => header || 'buttons'

function define<Row>(column: Column<Row>): Definition<Row> {
  const { header, sortBy } = column
  const id = idOf(column)
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

interface KeysetTableProps<Row> extends Omit<DataTableProps<Row>, 'rows' | 'more'> {
  list: ReturnType<typeof useKeysetList<Row>>
}

/** A paged list of the admin API. */
export function KeysetTable<Row extends object>({ list, ...table }: KeysetTableProps<Row>) {
  const { parts } = useTexts(FRAME_TEXTS)
  const { data: read, error, isPending, isFetchingNextPage, hasNextPage } = list
  if (isPending) return <Waiting />
  const retry = () => void (read === undefined ? list.refetch() : list.fetchNextPage())
  return (
    <>
      <ErrorNotice title={parts.loadFailed} error={error} onRetry={retry} />
      {read !== undefined && (
        <DataTable
          {...table}
          rows={read.pages.flatMap(page => page.rows)}
          more={{
            hasMore: hasNextPage,
            isLoading: isFetchingNextPage,
            load: () => void list.fetchNextPage(),
          }}
        />
      )}
    </>
  )
}
