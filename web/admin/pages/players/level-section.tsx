// A player's level with each provider: an owner sets it or returns it to the rule.

import { Button, Group, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { PlayerLevel } from '../../../../src/admin/players/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { REASON_MAX_CHARS } from '../../../../src/core/reason.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { notify } from '../../parts/notices.tsx'
import { printLevel } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { FormDialog } from './form-dialog.tsx'
import { PLAYER_TEXTS } from './texts.ts'
import { useFields } from './use-fields.ts'

export function LevelSection({ at, levels }: { at: string; levels: readonly PlayerLevel[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const [setting, setSetting] = useState<PlayerLevel['provider'] | null>(null)
  const [returning, setReturning] = useState<PlayerLevel['provider'] | null>(null)
  const auto = useChange(
    ({ reason, stepUp }: { reason: string; stepUp: StepUp }) =>
      callAdmin('POST', `${at}/auto`, { body: { provider: returning, reason, ...stepUp } }),
    [at],
  )
  const columns: Column<PlayerLevel>[] = [
    { id: 'provider', header: texts.provider, cell: ({ provider }) => provider },
    {
      id: 'mode',
      header: texts.mode,
      cell: ({ mode, isBound }) => (
        <StateBadge
          tone={mode === 'manual' ? 'warning' : 'neutral'}
          text={isBound ? texts.modes[mode] : texts.notBound}
        />
      ),
    },
    {
      id: 'effective',
      header: texts.effective,
      align: 'right',
      cell: ({ effectiveLevel }) =>
        effectiveLevel === null ? texts.natural : printLevel(effectiveLevel),
    },
    {
      id: 'current',
      header: texts.current,
      align: 'right',
      cell: row => printLevel(row.currentLevel),
    },
    { id: 'start', header: texts.start, align: 'right', cell: row => printLevel(row.startLevel) },
  ]
  if (isOwner) {
    columns.push({
      id: 'change',
      header: '',
      align: 'right',
      cell: ({ provider, mode }) => (
        <Group gap="xs" justify="flex-end">
          {mode === 'manual' && (
            <Button size="compact-sm" variant="default" onClick={() => setReturning(provider)}>
              {texts.auto}
            </Button>
          )}
          <Button size="compact-sm" variant="default" onClick={() => setSetting(provider)}>
            {texts.setLevel}
          </Button>
        </Group>
      ),
    })
  }
  return (
    <Section title={texts.levels} note={texts.levelsNote}>
      <DataTable
        label={texts.levels}
        columns={columns}
        rows={levels}
        rowId={({ provider }) => provider}
      />
      <LevelDialog at={at} provider={setting} onClose={() => setSetting(null)} />
      <ConfirmDialog
        opened={returning !== null}
        onClose={() => setReturning(null)}
        title={texts.auto}
        asksReason
        asksAgain
        onConfirm={async ({ reason, stepUp }) => {
          await auto.mutateAsync({ reason, stepUp })
          notify(texts.levelSet)
        }}
      >
        {returning}
      </ConfirmDialog>
    </Section>
  )
}

interface LevelDialogProps {
  at: string
  provider: PlayerLevel['provider'] | null
  onClose: () => void
}

function LevelDialog({ at, provider, onClose }: LevelDialogProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { fields, input } = useFields({ level: '', reason: '' })
  const set = useChange(
    async (stepUp: StepUp) => {
      await callAdmin('POST', `${at}/level`, { body: { provider, ...fields, ...stepUp } })
      notify(texts.levelSet)
      onClose()
    },
    [at],
  )
  return (
    <FormDialog
      opened={provider !== null}
      onClose={onClose}
      title={`${texts.setLevel}: ${provider ?? ''}`}
      submitLabel={texts.setLevel}
      change={set}
    >
      <TextInput
        label={texts.level}
        {...input('level', set.error)}
        inputMode="decimal"
        required
        data-autofocus
      />
      <TextInput
        label={texts.reason}
        {...input('reason', set.error)}
        maxLength={REASON_MAX_CHARS}
      />
    </FormDialog>
  )
}
