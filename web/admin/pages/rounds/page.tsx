// The search for rounds of every project.

import { Stack } from '@mantine/core'
import { useMemo } from 'react'
import type { RoundRow } from '../../../../src/admin/rounds/schema.ts'
import { useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { KeysetTable } from '../../parts/keyset-table.tsx'
import { PlayerLink, RoundLink } from '../../parts/links.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { GameName, ProjectName } from '../../parts/pauses.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useKeysetList } from '../../queries.ts'
import { RoundState } from './round-state.tsx'
import { FILTERS, SearchForm } from './search-form.tsx'
import { ROUND_TEXTS } from './texts.ts'

export default function RoundsPage() {
  const texts = useTexts(ROUND_TEXTS)
  const { filters, change } = useFilters(FILTERS)
  const list = useKeysetList<RoundRow>('/rounds', filters)
  const columns = useColumns()
  return (
    <>
      <PageTitle title={texts.title} note={texts.note} />
      <Stack gap="lg">
        <SearchForm key={JSON.stringify(filters)} filters={filters} onFind={change} />
        <KeysetTable
          label={texts.title}
          list={list}
          columns={columns}
          rowId={row => row.roundId}
          empty={texts.none}
        />
      </Stack>
    </>
  )
}

function useColumns(): readonly Column<RoundRow>[] {
  const { columns: texts, freeSpin } = useTexts(ROUND_TEXTS)
  return useMemo(
    () => [
      {
        id: 'round',
        header: texts.round,
        cell: ({ roundId }) => <RoundLink roundId={roundId} />,
      },
      { id: 'opened', header: texts.opened, cell: row => <Time at={row.createdAt} /> },
      {
        id: 'player',
        header: texts.player,
        cell: row => (
          <>
            <PlayerLink {...row} /> <ProjectName {...row} />
          </>
        ),
      },
      { id: 'game', header: texts.game, cell: row => <GameName gameId={row.gameId} /> },
      { id: 'state', header: texts.state, cell: row => <RoundState state={row.state} /> },
      {
        id: 'bet',
        header: texts.bet,
        align: 'right',
        cell: row =>
          row.isFreeSpin ? freeSpin : <Amount minor={row.betMinor} currency={row.currency} />,
      },
      {
        id: 'win',
        header: texts.win,
        align: 'right',
        cell: row =>
          row.winMinor === null ? '' : <Amount minor={row.winMinor} currency={row.currency} />,
      },
    ],
    [texts, freeSpin],
  )
}
