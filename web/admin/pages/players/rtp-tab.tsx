// A player's levels with the providers, personal bet limits, and the change history of both. An
// owner sets a level or returns it to the rule.

import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  JournalEntry,
  PlayerLevel,
  PlayerLimit,
  PlayerRtp,
} from '../../../../src/admin/players/schema.ts'
import { REASON_MAX_CHARS } from '../../../../src/core/reason.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { amountColumn, buttonColumn, type Column } from '../../parts/data-table.tsx'
import type { OpenedProps } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MinorInput } from '../../parts/minor-input.tsx'
import { printLevel } from '../../parts/print.ts'
import { TableSection } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { useChoices, useFields } from './fields.ts'
import { PLAYER_TEXTS } from './texts.ts'

export function RtpTab({ path }: { path: string }) {
  const at = `${path}/rtp`
  const rtp = useAnswer<PlayerRtp>(at)
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

type Provider = PlayerLevel['provider']

function LevelSection({ at, levels }: { at: string; levels: readonly PlayerLevel[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('level.change')
  const [setting, setSetting] = useState<Provider | null>(null)
  const [returning, setReturning] = useState<Provider | null>(null)
  const columns: Column<PlayerLevel>[] = [
    { header: texts.provider, cell: ({ provider }) => provider },
    {
      header: texts.mode,
      cell: ({ mode, isBound }) => (
        <StateBadge
          tone={mode === 'manual' ? 'warning' : 'neutral'}
          text={isBound ? texts.modes[mode] : texts.notBound}
        />
      ),
    },
    {
      header: texts.effective,
      align: 'right',
      cell: row => (row.effectiveLevel === null ? texts.natural : printLevel(row.effectiveLevel)),
    },
    { header: texts.current, align: 'right', cell: row => printLevel(row.currentLevel) },
    { header: texts.start, align: 'right', cell: row => printLevel(row.startLevel) },
  ]
  if (mayChange) {
    columns.push({
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
    <TableSection
      title={texts.levels}
      note={texts.levelsNote}
      columns={columns}
      rows={levels}
      rowId={({ provider }) => provider}
    >
      <LevelDialog at={at} provider={setting} onClose={() => setSetting(null)} />
      <ConfirmDialog
        opened={returning !== null}
        onClose={() => setReturning(null)}
        title={texts.auto}
        asksReason
        onConfirm={({ reason, stepUp }) =>
          callAdmin('POST', `${at}/auto`, { body: { provider: returning, reason, ...stepUp } })
        }
        done={texts.levelSet}
        outdated={[at]}
      >
        {returning}
      </ConfirmDialog>
    </TableSection>
  )
}

interface LevelDialogProps {
  at: string
  provider: Provider | null
  onClose: () => void
}

function LevelDialog({ at, provider, onClose }: LevelDialogProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { fields, input } = useFields({ level: '', reason: '' })
  return (
    <ConfirmDialog
      opened={provider !== null}
      onClose={onClose}
      title={`${texts.setLevel}: ${provider ?? ''}`}
      confirmLabel={texts.setLevel}
      onConfirm={({ stepUp }) =>
        callAdmin('POST', `${at}/level`, { body: { provider, ...fields, ...stepUp } })
      }
      done={texts.levelSet}
      outdated={[at]}
    >
      {refused => (
        <>
          <TextInput
            label={texts.levelPercent}
            {...input('level', refused)}
            inputMode="decimal"
            required
            data-autofocus
          />
          <TextInput
            label={texts.reason}
            {...input('reason', refused)}
            maxLength={REASON_MAX_CHARS}
          />
        </>
      )}
    </ConfirmDialog>
  )
}

function JournalSection({ journal }: { journal: readonly JournalEntry[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const columns: Column<JournalEntry>[] = [
    { header: texts.when, cell: ({ at }) => <Time at={at} /> },
    { header: texts.provider, cell: ({ provider }) => provider },
    { header: texts.change, cell: ({ change }) => change },
    { header: texts.from, align: 'right', cell: row => printLevel(row.fromLevel) },
    { header: texts.to, align: 'right', cell: row => printLevel(row.toLevel) },
    { header: texts.reason, cell: ({ reason }) => reason },
    { header: texts.by, cell: ({ by }) => by },
  ]
  return (
    <TableSection
      title={texts.journal}
      columns={columns}
      rows={journal}
      rowId={({ at, provider, change }) => `${at} ${provider} ${change}`}
      empty={texts.noJournal}
    />
  )
}

interface LimitSectionProps {
  path: string
  at: string
  limits: readonly PlayerLimit[]
}

function LimitSection({ path, at, limits }: LimitSectionProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('bet-limit.change')
  const [isOpen, setOpen] = useState(false)
  const [removing, setRemoving] = useState<PlayerLimit | null>(null)
  const columns: Column<PlayerLimit>[] = [
    { header: texts.provider, cell: ({ provider }) => provider },
    { header: texts.currency, cell: ({ currency }) => currency },
    amountColumn(texts.from, row => row.minMinor),
    amountColumn(texts.to, row => row.maxMinor),
  ]
  if (mayChange) columns.push(buttonColumn(texts.removeLimit, setRemoving))
  const open = (
    <Button variant="default" onClick={() => setOpen(true)}>
      {texts.setLimit}
    </Button>
  )
  return (
    <TableSection
      title={texts.limits}
      note={texts.limitsNote}
      actions={mayChange && open}
      columns={columns}
      rows={limits}
      rowId={({ provider, currency }) => `${provider} ${currency}`}
      empty={texts.noLimits}
    >
      <LimitDialog path={path} at={at} opened={isOpen} onClose={() => setOpen(false)} />
      <ConfirmDialog
        opened={removing !== null}
        onClose={() => setRemoving(null)}
        title={texts.removeLimit}
        onConfirm={({ stepUp }) => {
          const { provider, currency } = removing!
          const body = { provider, currency, minMinor: null, maxMinor: null, ...stepUp }
          return callAdmin('POST', `${path}/bet-limits`, { body })
        }}
        done={texts.limitSet}
        outdated={[at]}
      >
        {removing !== null && fill(texts.removeLimitNote, { ...removing })}
      </ConfirmDialog>
    </TableSection>
  )
}

function LimitDialog({ path, at, ...dialog }: OpenedProps & { path: string; at: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const { data: choices } = useChoices()
  const { fields, input, setFields } = useFields({
    provider: 'provider_a',
    currency: 'EUR',
    minMinor: '1',
    maxMinor: '',
  })
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.setLimit}
      confirmLabel={texts.setLimit}
      onConfirm={({ stepUp }) =>
        callAdmin('POST', `${path}/bet-limits`, { body: { ...fields, ...stepUp } })
      }
      done={texts.limitSet}
      outdated={[at]}
    >
      {refused => (
        <>
          <NativeSelect
            label={texts.provider}
            data={choices?.providers ?? [fields.provider]}
            {...input('provider', refused)}
          />
          <NativeSelect
            label={texts.currency}
            data={choices?.currencies ?? [fields.currency]}
            {...input('currency', refused)}
          />
          <Group grow gap="sm">
            {(['minMinor', 'maxMinor'] as const).map(name => (
              <MinorInput
                key={name}
                label={`${name === 'minMinor' ? texts.from : texts.to}, ${fields.currency}`}
                minor={fields[name]}
                onChange={minor => setFields({ [name]: minor })}
                error={input(name, refused).error}
                required
              />
            ))}
          </Group>
        </>
      )}
    </ConfirmDialog>
  )
}
