// What support sees first of a player: money, notes, open rounds, and sessions, which an owner may
// end.

import { Button, Group, Stack } from '@mantine/core'
import { useState } from 'react'
import type {
  EndedSessions,
  OpenRound,
  Player,
  PlayerSession,
} from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { amountColumn, type Column } from '../../parts/data-table.tsx'
import {
  AuditLink,
  CallsLink,
  ReportLink,
  RoundLink,
  RoundsLink,
  SessionLink,
} from '../../parts/links.tsx'
import { ErrorNotice } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { TableSection } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useChange } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { MoneySection } from './money-section.tsx'
import { NotesSection } from './notes-section.tsx'
import { PLAYER_TEXTS } from './texts.ts'

interface NowTabProps {
  path: string
  player: Player
  /** Id of the session that a link pointed to; empty: no session. */
  marked: string
}

export function NowTab(props: NowTabProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { projectId: project, playerId, openRounds } = props.player
  return (
    <Stack gap="lg">
      <Group gap="md">
        <ReportLink of={{ tab: 'reconciliation', project, playerId }}>{texts.report}</ReportLink>
        <AuditLink of={{ project, player: playerId }}>{texts.audit}</AuditLink>
      </Group>
      <MoneySection path={props.path} player={props.player} />
      <NotesSection path={props.path} player={props.player} />
      <OpenRounds rounds={openRounds} />
      <Sessions {...props} />
    </Stack>
  )
}

function OpenRounds({ rounds }: { rounds: readonly OpenRound[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const columns: Column<OpenRound>[] = [
    { header: texts.round, cell: ({ roundId }) => <RoundLink roundId={roundId} /> },
    { header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      header: texts.state,
      cell: ({ state, awaiting }) => (
        <StateBadge tone="busy" text={awaiting ? texts.awaiting : state} />
      ),
    },
    amountColumn(texts.stake, row => row.stakeMinor),
    { header: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <TableSection
      title={texts.openRounds}
      columns={columns}
      rows={rounds}
      rowId={({ roundId }) => roundId}
      empty={texts.noRounds}
    />
  )
}

function Sessions({ path, player, marked }: NowTabProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('session.end')
  const [isAsking, setAsking] = useState(false)
  const { sessions, playerId } = player
  const endSessions = async (which: string) => {
    const { ended } = await callAdmin<EndedSessions>('POST', `${path}/sessions${which}/end`)
    notify(fill(texts.ended, { count: ended.length }))
  }
  const end = useChange(endSessions, [path])
  const columns = useSessionColumns(player, marked)
  if (mayChange) {
    columns.push({
      header: '',
      align: 'right',
      cell: ({ sessionId, isOver }) =>
        !isOver && (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending && end.variables === `/${sessionId}`}
            onClick={() => end.mutate(`/${sessionId}`)}
          >
            {texts.end}
          </Button>
        ),
    })
  }
  const endAll = (
    <Button variant="default" onClick={() => setAsking(true)}>
      {texts.endAll}
    </Button>
  )
  return (
    <TableSection
      title={texts.sessions}
      note={texts.sessionsNote}
      actions={mayChange && sessions.length > 0 && endAll}
      columns={columns}
      rows={sessions}
      rowId={({ sessionId }) => sessionId}
    >
      <ErrorNotice error={end.error} />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.endAll}
        isDangerous
        asksPassword={false}
        onConfirm={() => endSessions('')}
        outdated={[path]}
      >
        {fill(texts.endAllNote, { player: playerId })}
      </ConfirmDialog>
    </TableSection>
  )
}

function useSessionColumns(player: Player, marked: string): Column<PlayerSession>[] {
  const texts = useTexts(PLAYER_TEXTS)
  const { projectId, playerId, node } = player
  return [
    {
      header: texts.session,
      cell: ({ sessionId }) => (
        <span data-marked={sessionId === marked ? '' : undefined}>
          <SessionLink {...{ projectId, playerId, sessionId }} />
        </span>
      ),
    },
    { header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      header: texts.playedIn,
      cell: ({ sessionId }) => (
        <>
          <RoundsLink of={{ projectId, playerId, sessionId }}>{texts.roundsOf}</RoundsLink>
          {' · '}
          <CallsLink of={{ project: projectId, playerId, sessionId }}>{texts.callsOf}</CallsLink>
        </>
      ),
    },
    { header: texts.currency, cell: ({ currency }) => currency },
    {
      header: texts.state,
      cell: ({ isOver, isConnectedHere }) => {
        if (isOver) return <StateBadge tone="neutral" text={texts.over} />
        const text = isConnectedHere ? fill(texts.connected, { node }) : texts.open
        return <StateBadge tone={isConnectedHere ? 'good' : 'busy'} text={text} />
      },
    },
    { header: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
}
