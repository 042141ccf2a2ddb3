// A player's levels with the providers, personal bet limits, and the journal of both.

import { Button, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  JournalEntry,
  PlayerLevel,
  PlayerLimit,
  PlayerRtp,
} from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { useChoices } from './choices.ts'
import { FormDialog } from './form-dialog.tsx'
import { PLAYER_TEXTS } from './texts.ts'

export function RtpTab({ path }: { path: string }) {
  const at = `${path}/rtp`
  const rtp = useQuery({
    queryKey: [at],
    queryFn: ({ signal }) => callAdmin<PlayerRtp>('GET', at, { signal }),
  })
  return (
    <Loaded query={rtp}>
      {({ levels, limits, journal }) => (
        <Stack gap="lg">
          <LevelSection at={at} levels={levels} />
          <LimitSection path={path} at={at} limits={limits} />
          <JournalSection journal={journal} />
        </Stack>
      )}
    </Loaded>
  )
}

const percent = (level: string | null) => (level === null ? '—' : `${level} %`)

function LevelSection({ at, levels }: { at: string; levels: readonly PlayerLevel[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const [setting, setSetting] = useState<PlayerLevel['provider'] | null>(null)
  const [returning, setReturning] = useState<PlayerLevel['provider'] | null>(null)
  const auto = useChange(
    (reason: string) => callAdmin('POST', `${at}/auto`, { body: { provider: returning, reason } }),
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
        effectiveLevel === null ? texts.natural : percent(effectiveLevel),
    },
    {
      id: 'current',
      header: texts.current,
      align: 'right',
      cell: row => percent(row.currentLevel),
    },
    { id: 'start', header: texts.start, align: 'right', cell: row => percent(row.startLevel) },
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
        onConfirm={async ({ reason }) => {
          await auto.mutateAsync(reason)
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
  const [level, setLevel] = useState('')
  const [reason, setReason] = useState('')
  const set = useChange(async () => {
    await callAdmin('POST', `${at}/level`, { body: { provider, level, reason } })
    notify(texts.levelSet)
    onClose()
  }, [at])
  return (
    <FormDialog
      opened={provider !== null}
      onClose={onClose}
      title={`${texts.setLevel}: ${provider ?? ''}`}
      submitLabel={texts.setLevel}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={() => set.mutate(undefined)}
    >
      <TextInput
        label={texts.level}
        value={level}
        onChange={event => setLevel(event.currentTarget.value)}
        inputMode="decimal"
        required
        data-autofocus
      />
      <TextInput
        label={texts.reason}
        value={reason}
        onChange={event => setReason(event.currentTarget.value)}
        maxLength={200}
      />
    </FormDialog>
  )
}

interface LimitSectionProps {
  path: string
  at: string
  limits: readonly PlayerLimit[]
}

function LimitSection({ path, at, limits }: LimitSectionProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const [isOpen, setOpen] = useState(false)
  const [removing, setRemoving] = useState<PlayerLimit | null>(null)
  const remove = useChange(
    ({ provider, currency }: PlayerLimit) =>
      callAdmin('POST', `${path}/bet-limits`, {
        body: { provider, currency, minMinor: null, maxMinor: null },
      }),
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
  if (isOwner) {
    columns.push({
      id: 'remove',
      header: '',
      align: 'right',
      cell: limit => (
        <Button size="compact-sm" variant="default" onClick={() => setRemoving(limit)}>
          {texts.removeLimit}
        </Button>
      ),
    })
  }
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
        onConfirm={async () => {
          await remove.mutateAsync(removing!)
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
  const [fields, setFields] = useState({
    provider: 'provider_a',
    currency: 'EUR',
    minMinor: '1',
    maxMinor: '',
  })
  const put = (changed: Partial<typeof fields>) => setFields(before => ({ ...before, ...changed }))
  const set = useChange(async () => {
    await callAdmin('POST', `${path}/bet-limits`, { body: fields })
    notify(texts.limitSet)
    onClose()
  }, [at])
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={texts.setLimit}
      submitLabel={texts.setLimit}
      isBusy={set.isPending}
      error={set.error}
      onSubmit={() => set.mutate(undefined)}
    >
      <NativeSelect
        label={texts.provider}
        data={choices?.providers ?? [fields.provider]}
        value={fields.provider}
        onChange={event => put({ provider: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.currency}
        data={choices?.currencies ?? [fields.currency]}
        value={fields.currency}
        onChange={event => put({ currency: event.currentTarget.value })}
      />
      <Group grow gap="sm">
        <TextInput
          label={texts.min}
          value={fields.minMinor}
          onChange={event => put({ minMinor: event.currentTarget.value })}
          inputMode="numeric"
          required
        />
        <TextInput
          label={texts.max}
          value={fields.maxMinor}
          onChange={event => put({ maxMinor: event.currentTarget.value })}
          inputMode="numeric"
          required
        />
      </Group>
    </FormDialog>
  )
}

function JournalSection({ journal }: { journal: readonly JournalEntry[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const columns: Column<JournalEntry>[] = [
    { id: 'at', header: texts.at, cell: ({ at }) => <Time at={at} /> },
    { id: 'provider', header: texts.provider, cell: ({ provider }) => provider },
    { id: 'change', header: texts.change, cell: ({ change }) => change },
    { id: 'from', header: texts.from, align: 'right', cell: row => percent(row.fromLevel) },
    { id: 'to', header: texts.to, align: 'right', cell: row => percent(row.toLevel) },
    { id: 'reason', header: texts.reason, cell: ({ reason }) => <Text size="sm">{reason}</Text> },
    { id: 'by', header: texts.by, cell: ({ by }) => by },
  ]
  return (
    <Section title={texts.journal}>
      <DataTable
        label={texts.journal}
        columns={columns}
        rows={journal}
        rowId={({ at, provider, change }) => `${at} ${provider} ${change}`}
        empty={texts.noJournal}
      />
    </Section>
  )
}
