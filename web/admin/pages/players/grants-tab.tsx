// A player's free spins: granting and cancelling them.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Grant, Grants } from '../../../../src/admin/players/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Amount } from '../../parts/amount.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from '../../parts/data-table.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { printMoney } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { useChoices } from './choices.ts'
import { FormDialog } from './form-dialog.tsx'
import { PLAYER_TEXTS } from './texts.ts'
import { useFields } from './use-fields.ts'

export function GrantsTab({ path }: { path: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const isOwner = useIsOwner()
  const at = `${path}/grants`
  const [isOpen, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState<Grant | null>(null)
  const grants = useAnswer<Grants>(at)
  const cancel = useChange(
    ({ grantId, stepUp }: { grantId: string; stepUp: StepUp }) =>
      callAdmin('POST', `${at}/${grantId}/cancel`, { body: stepUp }),
    [at],
  )
  return (
    <Section
      title={texts.grants}
      actions={isOwner && <Button onClick={() => setOpen(true)}>{texts.give}</Button>}
    >
      <Loaded query={grants}>
        {({ grants: rows }) => (
          <DataTable
            label={texts.grants}
            columns={grantColumns(texts, isOwner ? setCancelling : null)}
            rows={rows}
            rowId={({ grantId }) => grantId}
            empty={texts.noGrants}
          />
        )}
      </Loaded>
      <GrantDialog at={at} opened={isOpen} onClose={() => setOpen(false)} />
      <ConfirmDialog
        opened={cancelling !== null}
        onClose={() => setCancelling(null)}
        title={texts.cancelGrant}
        isDangerous
        asksAgain
        onConfirm={async ({ stepUp }) => {
          await cancel.mutateAsync({ grantId: cancelling!.grantId, stepUp })
          notify(texts.cancelled)
        }}
      >
        {texts.cancelGrantNote}
      </ConfirmDialog>
    </Section>
  )
}

function grantColumns(
  texts: (typeof PLAYER_TEXTS)['en'],
  onCancel: ((grant: Grant) => void) | null,
): Column<Grant>[] {
  const columns: Column<Grant>[] = [
    { id: 'game', header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      id: 'state',
      header: texts.state,
      cell: ({ status }) => (
        <StateBadge tone={status === 'active' ? 'good' : 'neutral'} text={texts.statuses[status]} />
      ),
    },
    {
      id: 'bet',
      header: texts.bet,
      align: 'right',
      cell: ({ betMinor, currency }) => <Amount minor={betMinor} currency={currency} />,
    },
    {
      id: 'left',
      header: texts.left,
      align: 'right',
      cell: ({ remaining, total }) => `${remaining} / ${total}`,
    },
    {
      id: 'won',
      header: texts.won,
      align: 'right',
      cell: ({ totalWinMinor, currency }) => <Amount minor={totalWinMinor} currency={currency} />,
    },
    { id: 'until', header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
  return onCancel === null
    ? columns
    : [...columns, buttonColumn(texts.cancelGrant, onCancel, ({ status }) => status === 'active')]
}

interface GrantDialogProps {
  at: string
  opened: boolean
  onClose: () => void
}

function GrantDialog({ at, opened, onClose }: GrantDialogProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const { language } = useLanguage()
  const { data: choices } = useChoices()
  const { fields, input } = useFields({ gameId: '', currency: 'EUR', count: '10', betMinor: '' })
  const games = choices?.games.filter(({ hasFreeSpins }) => hasFreeSpins) ?? []
  const game = games.find(({ gameId }) => gameId === fields.gameId) ?? games[0]
  const bets = game?.bets[fields.currency] ?? []
  const betMinor = bets.includes(fields.betMinor) ? fields.betMinor : (bets[0] ?? '')
  const give = useChange(
    async (stepUp: StepUp) => {
      const count = Number(fields.count)
      const body = { ...fields, gameId: game?.gameId ?? '', betMinor, count, ...stepUp }
      await callAdmin('POST', at, { body })
      notify(texts.given)
      onClose()
    },
    [at],
  )
  return (
    <FormDialog opened={opened} onClose={onClose} title={texts.give} change={give}>
      <NativeSelect
        label={texts.game}
        data={games.map(({ gameId, name }) => ({ value: gameId, label: name }))}
        {...input('gameId', give.error)}
        value={game?.gameId ?? ''}
      />
      <Group grow gap="sm">
        <NativeSelect
          label={texts.currency}
          data={choices?.currencies ?? [fields.currency]}
          {...input('currency', give.error)}
        />
        <NativeSelect
          label={texts.bet}
          data={bets.map(bet => ({
            value: bet,
            label: printMoney(bet, fields.currency, language),
          }))}
          {...input('betMinor', give.error)}
          value={betMinor}
        />
      </Group>
      <TextInput label={texts.count} {...input('count', give.error)} inputMode="numeric" required />
    </FormDialog>
  )
}
