// A player's sessions, which an owner may end, and the open rounds.

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
import { Amount } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import {
  AuditLink,
  CallsLink,
  ReportLink,
  RoundLink,
  RoundsLink,
  SessionLink,
} from '../../parts/links.tsx'
import { notify } from '../../parts/notices.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { PLAYER_TEXTS } from './texts.ts'

interface NowTabProps {
  path: string
  player: Player
  /** Id of the session that a link pointed to; empty: no session. */
  marked: string
}

export function NowTab({ path, player, marked }: NowTabProps) {
  const texts = useTexts(PLAYER_TEXTS)
  return (
    <Stack gap="lg">
      <Group gap="md">
        <RoundsLink of={{ projectId: player.projectId, playerId: player.playerId }}>
          {texts.allRounds}
        </RoundsLink>
        <CallsLink of={{ project: player.projectId, playerId: player.playerId }}>
          {texts.allCalls}
        </CallsLink>
        <ReportLink
          of={{ tab: 'reconciliation', project: player.projectId, playerId: player.playerId }}
        >
          {texts.report}
        </ReportLink>
        <AuditLink of={{ project: player.projectId, player: player.playerId }}>
          {texts.audit}
        </AuditLink>
      </Group>
      <Section title={texts.openRounds}>
        <RoundTable rounds={player.openRounds} />
      </Section>
      <SessionSection path={path} player={player} marked={marked} />
    </Stack>
  )
}

function RoundTable({ rounds }: { rounds: readonly OpenRound[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const columns: Column<OpenRound>[] = [
    {
      id: 'round',
      header: texts.round,
      cell: ({ roundId }) => <RoundLink roundId={roundId} />,
    },
    { id: 'game', header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      id: 'state',
      header: texts.state,
      cell: ({ state, awaiting }) => (
        <StateBadge tone="busy" text={awaiting ? texts.awaiting : state} />
      ),
    },
    {
      id: 'stake',
      header: texts.stake,
      align: 'right',
      cell: ({ stakeMinor, currency }) => <Amount minor={stakeMinor} currency={currency} />,
    },
    { id: 'since', header: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
  ]
  return (
    <DataTable
      label={texts.openRounds}
      columns={columns}
      rows={rounds}
      rowId={({ roundId }) => roundId}
      empty={texts.noRounds}
    />
  )
}

function SessionSection({ path, player, marked }: NowTabProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const [isAsking, setAsking] = useState(false)
  const end = useChange(
    async (which: string) => {
      const { ended } = await callAdmin<EndedSessions>('POST', `${path}/sessions${which}/end`)
      notify(fill(texts.ended, { count: ended.length }))
    },
    [path],
  )
  const { sessions, node, playerId } = player
  return (
    <Section
      title={texts.sessions}
      note={texts.sessionsNote}
      actions={
        isOwner &&
        sessions.length > 0 && (
          <Button variant="default" onClick={() => setAsking(true)}>
            {texts.endAll}
          </Button>
        )
      }
    >
      <ErrorNotice error={end.error} />
      <DataTable
        label={texts.sessions}
        columns={sessionColumns({
          texts,
          node,
          isOwner,
          player,
          marked,
          busy: end.isPending ? end.variables : null,
          onEnd: sessionId => end.mutate(`/${sessionId}`),
        })}
        rows={sessions}
        rowId={({ sessionId }) => sessionId}
      />
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={texts.endAll}
        isDangerous
        onConfirm={() => end.mutateAsync('')}
      >
        {fill(texts.endAllNote, { player: playerId })}
      </ConfirmDialog>
    </Section>
  )
}

interface SessionColumns {
  player: Player
  marked: string
  texts: (typeof PLAYER_TEXTS)['en']
  node: string
  isOwner: boolean
  busy: string | null
  onEnd: (sessionId: string) => void
}

function sessionColumns({ texts, node, isOwner, player, marked, busy, onEnd }: SessionColumns) {
  const of = ({ sessionId }: PlayerSession) => ({ playerId: player.playerId, sessionId })
  const columns: Column<PlayerSession>[] = [
    {
      id: 'session',
      header: texts.session,
      cell: session => (
        <span data-marked={session.sessionId === marked ? '' : undefined}>
          <SessionLink projectId={player.projectId} {...of(session)} />
        </span>
      ),
    },
    { id: 'game', header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      id: 'of',
      header: texts.playedIn,
      cell: session => (
        <>
          <RoundsLink of={{ projectId: player.projectId, ...of(session) }}>
            {texts.roundsOf}
          </RoundsLink>
          {' · '}
          <CallsLink of={{ project: player.projectId, ...of(session) }}>{texts.callsOf}</CallsLink>
        </>
      ),
    },
    { id: 'currency', header: texts.currency, cell: ({ currency }) => currency },
    {
      id: 'state',
      header: texts.state,
      cell: ({ isOver, isConnectedHere }) => {
        if (isOver) return <StateBadge tone="neutral" text={texts.over} />
        const text = isConnectedHere ? fill(texts.connected, { node }) : texts.open
        return <StateBadge tone={isConnectedHere ? 'good' : 'busy'} text={text} />
      },
    },
    { id: 'since', header: texts.created, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'until', header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
  if (!isOwner) return columns
  columns.push({
    id: 'end',
    header: '',
    align: 'right',
    cell: ({ sessionId, isOver }) =>
      !isOver && (
        <Button
          size="compact-sm"
          variant="default"
          loading={busy === `/${sessionId}`}
          onClick={() => onEnd(sessionId)}
        >
          {texts.end}
        </Button>
      ),
  })
  return columns
}
