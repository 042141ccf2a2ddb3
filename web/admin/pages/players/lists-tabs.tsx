// A player's rounds, each with its replay, and the calls to the wallet about the player.

import { Alert, Group } from '@mantine/core'
import type { CallbackLogRow } from '../../../../src/admin/callback-log/schema.ts'
import type { RoundRow } from '../../../../src/admin/rounds/schema.ts'
import { at } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { KeysetTable } from '../../parts/data-table.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { CallsLink, RoundsLink } from '../../parts/links.tsx'
import { useKeysetList } from '../../queries.ts'
import { useCallColumns } from '../callback-log/call-columns.tsx'
import { CallDrawer } from '../callback-log/call-drawer.tsx'
import { CALLBACK_LOG_TEXTS } from '../callback-log/texts.ts'
import { useRoundColumns } from '../rounds/round-columns.tsx'
import { PLAYER_TEXTS } from './texts.ts'

interface OfPlayer {
  projectId: string
  playerId: string
}

export function RoundsTab({ projectId, playerId }: OfPlayer) {
  const texts = useTexts(PLAYER_TEXTS)
  const list = useKeysetList<RoundRow>('/rounds', { projectId, playerId })
  const columns = useRoundColumns(true)
  return (
    <>
      <Group mb="md">
        <RoundsLink of={{ projectId, playerId }}>{texts.filterThem}</RoundsLink>
      </Group>
      <KeysetTable
        label={texts.tabs.rounds}
        list={list}
        columns={columns}
        rowId={row => row.roundId}
        empty={texts.noneYet}
      />
    </>
  )
}

export function CallsTab({ projectId, playerId }: OfPlayer) {
  const texts = useTexts(PLAYER_TEXTS)
  const log = useTexts(CALLBACK_LOG_TEXTS)
  const { filters, change } = useFilters(['call'])
  const path = at('/projects/:projectId/callback-log', { projectId })
  const list = useKeysetList<CallbackLogRow, { databasesAway: number }>(path, { playerId })
  const isAway = list.data?.pages.some(({ databasesAway }) => databasesAway > 0)
  const columns = useCallColumns(projectId, row => change({ call: row.callId }), true)
  return (
    <>
      <Group mb="md">
        <CallsLink of={{ project: projectId, playerId }}>{texts.filterThem}</CallsLink>
      </Group>
      {isAway && (
        <Alert color="orange" mb="md">
          {log.away}
        </Alert>
      )}
      <KeysetTable
        label={texts.tabs.calls}
        list={list}
        columns={columns}
        rowId={row => row.callId}
        empty={log.empty}
      />
      <CallDrawer
        projectId={projectId}
        callId={filters.call}
        onClose={() => change({ call: '' })}
      />
    </>
  )
}
