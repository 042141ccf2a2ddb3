// A player's target outcomes, pushed as they change: a scheduled one can be watched until it is
// ready.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Target, Targets } from '../../../../src/admin/players/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useLive } from '../../live.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from '../../parts/data-table.tsx'
import { RoundLink } from '../../parts/links.tsx'
import { notify } from '../../parts/notices.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge, type Tone } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { Waiting } from '../../parts/waiting.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { useChoices } from './choices.ts'
import { FormDialog } from './form-dialog.tsx'
import { PLAYER_TEXTS } from './texts.ts'
import { useFields } from './use-fields.ts'

const TONES: Readonly<Record<Target['status'], Tone>> = {
  pending: 'busy',
  ready: 'good',
  unreachable: 'bad',
  applied: 'neutral',
  cancelled: 'neutral',
  expired: 'neutral',
}

export function TargetsTab({ path }: { path: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const frame = useTexts(FRAME_TEXTS)
  const isOwner = useIsOwner()
  const at = `${path}/target-outcomes`
  const { message, state } = useLive<Targets>(`${at}/live`)
  const [isOpen, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState<Target | null>(null)
  const cancel = useChange(({ id, stepUp }: { id: string; stepUp: StepUp }) =>
    callAdmin('POST', `${at}/${id}/cancel`, { body: stepUp }),
  )
  return (
    <Section
      title={texts.targets}
      note={<StateBadge tone={state === 'live' ? 'good' : 'warning'} text={frame.live[state]} />}
      actions={isOwner && <Button onClick={() => setOpen(true)}>{texts.schedule}</Button>}
    >
      {message === null ? (
        <Waiting />
      ) : (
        <DataTable
          label={texts.targets}
          columns={targetColumns(texts, isOwner ? setCancelling : null)}
          rows={message.targets}
          rowId={({ targetOutcomeId }) => targetOutcomeId}
          empty={texts.noTargets}
        />
      )}
      <TargetDialog at={at} opened={isOpen} onClose={() => setOpen(false)} />
      <ConfirmDialog
        opened={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={texts.cancelTarget}
        isDangerous
        asksAgain
        onConfirm={async ({ stepUp }) => {
          await cancel.mutateAsync({ id: cancelling!.targetOutcomeId, stepUp })
          notify(texts.cancelled)
        }}
      >
        {texts.cancelTargetNote}
      </ConfirmDialog>
    </Section>
  )
}

function targetColumns(
  texts: (typeof PLAYER_TEXTS)['en'],
  onCancel: ((target: Target) => void) | null,
): Column<Target>[] {
  const isLive = ({ status }: Target) => ['pending', 'ready', 'unreachable'].includes(status)
  const columns: Column<Target>[] = [
    { id: 'game', header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      id: 'state',
      header: texts.state,
      cell: ({ status }) => <StateBadge tone={TONES[status]} text={texts.statuses[status]} />,
    },
    {
      id: 'multiplier',
      header: texts.multiplier,
      align: 'right',
      cell: ({ multiplier }) => `× ${multiplier}`,
    },
    {
      id: 'spins',
      header: texts.spinsSince,
      align: 'right',
      cell: ({ paidSpinsSince, spinNumber }) => `${paidSpinsSince} / ${spinNumber}`,
    },
    {
      id: 'round',
      header: texts.round,
      cell: ({ roundId }) => (roundId === null ? '—' : <RoundLink roundId={roundId} />),
    },
    { id: 'comment', header: texts.comment, cell: ({ comment }) => comment ?? '—' },
    { id: 'until', header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
  return onCancel === null
    ? columns
    : [...columns, buttonColumn(texts.cancelTarget, onCancel, isLive)]
}

interface TargetDialogProps {
  at: string
  opened: boolean
  onClose: () => void
}

function TargetDialog({ at, opened, onClose }: TargetDialogProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { data: choices } = useChoices()
  const { fields, input } = useFields({
    gameId: '',
    multiplier: '10',
    kind: 'spin',
    spinNumber: '1',
    comment: '',
  })
  const games = choices?.games.filter(({ hasTargets }) => hasTargets) ?? []
  const gameId = fields.gameId === '' ? (games[0]?.gameId ?? '') : fields.gameId
  const schedule = useChange(async (stepUp: StepUp) => {
    const body = { ...fields, gameId, spinNumber: Number(fields.spinNumber), ...stepUp }
    await callAdmin('POST', at, { body })
    notify(texts.scheduled)
    onClose()
  })
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.schedule} change={schedule}>
      <NativeSelect
        label={texts.game}
        data={games.map(game => ({ value: game.gameId, label: game.name }))}
        {...input('gameId', schedule.error)}
        value={gameId}
      />
      <NativeSelect
        label={texts.kind}
        data={(['spin', 'bonus'] as const).map(value => ({ value, label: texts.kinds[value] }))}
        {...input('kind', schedule.error)}
      />
      <Group grow gap="sm">
        <TextInput
          label={texts.multiplier}
          {...input('multiplier', schedule.error)}
          inputMode="decimal"
          required
        />
        <TextInput
          label={texts.spinNumber}
          {...input('spinNumber', schedule.error)}
          inputMode="numeric"
          required
        />
      </Group>
      <TextInput label={texts.comment} {...input('comment', schedule.error)} />
    </FormDialog>
  )
}
