// A paged list of the admin API in a table.

import { useTexts } from '../language.tsx'
import type { useKeysetList } from '../queries.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { Waiting } from './waiting.tsx'

interface KeysetTableProps<Row> {
  label: string
  list: ReturnType<typeof useKeysetList<Row>>
  columns: readonly Column<Row>[]
  rowId: (row: Row) => string
  empty?: string
}

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
