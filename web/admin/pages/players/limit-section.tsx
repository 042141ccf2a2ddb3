// A player's personal bet limits, set and removed by an owner.

import { Button, Group, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { PlayerLimit } from '../../../../src/admin/players/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from '../../parts/data-table.tsx'
import { MinorInput } from '../../parts/minor-input.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { useChoices } from './choices.ts'
import { FormDialog } from './form-dialog.tsx'
import { PLAYER_TEXTS } from './texts.ts'
import { useFields } from './use-fields.ts'

interface LimitSectionProps {
  path: string
  at: string
  limits: readonly PlayerLimit[]
}

export function LimitSection({ path, at, limits }: LimitSectionProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const [isOpen, setOpen] = useState(false)
  const [removing, setRemoving] = useState<PlayerLimit | null>(null)
  const remove = useChange(
    (stepUp: StepUp) => {
      const { provider, currency } = removing!
      const body = { provider, currency, minMinor: null, maxMinor: null, ...stepUp }
      return callAdmin('POST', `${path}/bet-limits`, { body })
    },
    [at],
  )
  const columns: Column<PlayerLimit>[] = [
    { id: 'provider', header: texts.provider, cell: ({ provider }) => provider },
    { id: 'currency', header: texts.currency, cell: ({ currency }) => currency },
    {
      id: 'min',
      header: texts.minShort,
      align: 'right',
      cell: ({ minMinor, currency }) => <Amount minor={minMinor} currency={currency} />,
    },
    {
      id: 'max',
      header: texts.maxShort,
      align: 'right',
      cell: ({ maxMinor, currency }) => <Amount minor={maxMinor} currency={currency} />,
    },
  ]
  if (isOwner) columns.push(buttonColumn(texts.removeLimit, setRemoving))
  return (
    <Section
      title={texts.limits}
      note={texts.limitsNote}
      actions={
        isOwner && (
          <Button variant="default" onClick={() => setOpen(true)}>
            {texts.setLimit}
          </Button>
        )
      }
    >
      <DataTable
        label={texts.limits}
        columns={columns}
        rows={limits}
        rowId={({ provider, currency }) => `${provider} ${currency}`}
        empty={texts.noLimits}
      />
      <LimitDialog path={path} at={at} opened={isOpen} onClose={() => setOpen(false)} />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={texts.removeLimit}
        asksAgain
        onConfirm={async ({ stepUp }) => {
          await remove.mutateAsync(stepUp)
          notify(texts.limitSet)
        }}
      >
        {removing !== null && fill(texts.removeLimitNote, { ...removing })}
      </ConfirmDialog>
    </Section>
  )
}

interface LimitDialogProps {
  path: string
  at: string
  opened: boolean
  onClose: () => void
}

function LimitDialog({ path, at, opened, onClose }: LimitDialogProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { data: choices } = useChoices()
  const { fields, input, setFields } = useFields({
    provider: 'provider_a',
    currency: 'EUR',
    minMinor: '1',
    maxMinor: '',
  })
  const set = useChange(
    async (stepUp: StepUp) => {
      await callAdmin('POST', `${path}/bet-limits`, { body: { ...fields, ...stepUp } })
      notify(texts.limitSet)
      onClose()
    },
    [at],
  )
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.setLimit} change={set}>
      <NativeSelect
        label={texts.provider}
        data={choices?.providers ?? [fields.provider]}
        {...input('provider', set.error)}
      />
      <NativeSelect
        label={texts.currency}
        data={choices?.currencies ?? [fields.currency]}
        {...input('currency', set.error)}
      />
      <Group grow gap="sm">
        <MinorInput
          label={fill(texts.min, { currency: fields.currency })}
          minor={fields.minMinor}
          onChange={minMinor => setFields({ minMinor })}
          error={input('minMinor', set.error).error}
          required
        />
        <MinorInput
          label={fill(texts.max, { currency: fields.currency })}
          minor={fields.maxMinor}
          onChange={maxMinor => setFields({ maxMinor })}
          error={input('maxMinor', set.error).error}
          required
        />
      </Group>
    </FormDialog>
  )
}
