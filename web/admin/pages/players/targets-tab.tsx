// A player's target outcomes, pushed as they change: a scheduled one can be watched until it is
// ready.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Target, Targets } from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useLive } from '../../live.ts'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from '../../parts/data-table.tsx'
import type { OpenedProps } from '../../parts/dialog.tsx'
import { RoundLink } from '../../parts/links.tsx'
import { Waiting } from '../../parts/loaded.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge, Time, type Tone } from '../../parts/values.tsx'
import { useMay } from '../../session.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { useChoices, useFields } from './fields.ts'
import { PLAYER_TEXTS } from './texts.ts'

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
  const mayChange = useMay('target.change')
  const at = `${path}/target-outcomes`
  const { message, state } = useLive<Targets>(`${at}/live`)
  const [isOpen, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState<Target | null>(null)
  const columns: Column<Target>[] = [
    { header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      header: texts.state,
      cell: ({ status }) => <StateBadge tone={TONES[status]} text={texts.statuses[status]} />,
    },
    { header: texts.multiplier, align: 'right', cell: ({ multiplier }) => `× ${multiplier}` },
    {
      header: texts.spinsSince,
      align: 'right',
      cell: ({ paidSpinsSince, spinNumber }) => `${paidSpinsSince} / ${spinNumber}`,
    },
    {
      header: texts.round,
      cell: ({ roundId }) => (roundId === null ? '—' : <RoundLink roundId={roundId} />),
    },
    { header: texts.comment, cell: ({ comment }) => comment ?? '—' },
    { header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
  const isLive = ({ status }: Target) => ['pending', 'ready', 'unreachable'].includes(status)
  if (mayChange) columns.push(buttonColumn(texts.cancelTarget, setCancelling, isLive))
  return (
    <Section
      title={texts.targets}
      note={<StateBadge tone={state === 'live' ? 'good' : 'warning'} text={frame.live[state]} />}
      actions={mayChange && <Button onClick={() => setOpen(true)}>{texts.schedule}</Button>}
    >
      {message === null ? (
        <Waiting />
      ) : (
        <DataTable
          label={texts.targets}
          columns={columns}
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
        onConfirm={({ stepUp }) =>
          callAdmin('POST', `${at}/${cancelling!.targetOutcomeId}/cancel`, { body: stepUp })
        }
        done={texts.cancelled}
      >
        {texts.cancelTargetNote}
      </ConfirmDialog>
    </Section>
  )
}

function TargetDialog({ at, ...dialog }: OpenedProps & { at: string }) {
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
  const spinNumber = Number(fields.spinNumber)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.schedule}
      confirmLabel={texts.schedule}
      onConfirm={({ stepUp }) =>
        callAdmin('POST', at, { body: { ...fields, gameId, spinNumber, ...stepUp } })
      }
      done={texts.scheduled}
    >
      {refused => (
        <>
          <NativeSelect
            label={texts.game}
            data={games.map(game => ({ value: game.gameId, label: game.name }))}
            {...input('gameId', refused)}
            value={gameId}
          />
          <NativeSelect
            label={texts.kind}
            data={(['spin', 'bonus'] as const).map(value => ({ value, label: texts.kinds[value] }))}
            {...input('kind', refused)}
          />
          <Group grow gap="sm">
            <TextInput
              label={texts.multiplier}
              {...input('multiplier', refused)}
              inputMode="decimal"
              required
            />
            <TextInput
              label={texts.spinNumber}
              {...input('spinNumber', refused)}
              inputMode="numeric"
              required
            />
          </Group>
          <TextInput label={texts.comment} {...input('comment', refused)} />
        </>
      )}
    </ConfirmDialog>
  )
}
