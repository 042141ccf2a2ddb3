// A player's free spins: granting and cancelling them.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Grant, Grants } from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { amountColumn, buttonColumn, type Column } from '../../parts/data-table.tsx'
import type { OpenedProps } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { GameName } from '../../parts/pauses.tsx'
import { printMoney } from '../../parts/print.ts'
import { TableSection } from '../../parts/section.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { useChoices, useFields } from './fields.ts'
import { PLAYER_TEXTS } from './texts.ts'

export function GrantsTab({ path }: { path: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('grant.change')
  const at = `${path}/grants`
  const [isOpen, setOpen] = useState(false)
  const [cancelling, setCancelling] = useState<Grant | null>(null)
  const grants = useAnswer<Grants>(at)
  const columns: Column<Grant>[] = [
    { header: texts.game, cell: ({ gameId }) => <GameName gameId={gameId} /> },
    {
      header: texts.state,
      cell: ({ status }) => (
        <StateBadge tone={status === 'active' ? 'good' : 'neutral'} text={texts.statuses[status]} />
      ),
    },
    amountColumn(texts.spinBet, row => row.betMinor),
    { header: texts.left, align: 'right', cell: row => `${row.remaining} / ${row.total}` },
    amountColumn(texts.won, row => row.totalWinMinor),
    { header: texts.expires, cell: ({ expiresAt }) => <Time at={expiresAt} /> },
  ]
  const isActive = ({ status }: Grant) => status === 'active'
  if (mayChange) columns.push(buttonColumn(texts.cancelGrant, setCancelling, isActive))
  return (
    <Loaded query={grants}>
      {({ grants: rows }) => (
        <TableSection
          title={texts.grants}
          actions={mayChange && <Button onClick={() => setOpen(true)}>{texts.give}</Button>}
          columns={columns}
          rows={rows}
          rowId={({ grantId }) => grantId}
          empty={texts.noGrants}
        >
          <GrantDialog at={at} opened={isOpen} onClose={() => setOpen(false)} />
          <ConfirmDialog
            opened={cancelling !== null}
            onClose={() => setCancelling(null)}
            title={texts.cancelGrant}
            isDangerous
            onConfirm={({ stepUp }) =>
              callAdmin('POST', `${at}/${cancelling!.grantId}/cancel`, { body: stepUp })
            }
            done={texts.cancelled}
            outdated={[at]}
          >
            {texts.cancelGrantNote}
          </ConfirmDialog>
        </TableSection>
      )}
    </Loaded>
  )
}

function GrantDialog({ at, ...dialog }: OpenedProps & { at: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const { language } = useLanguage()
  const { data: choices } = useChoices()
  const { fields, input } = useFields({ gameId: '', currency: 'EUR', count: '10', betMinor: '' })
  const games = choices?.games.filter(({ hasFreeSpins }) => hasFreeSpins) ?? []
  const game = games.find(({ gameId }) => gameId === fields.gameId) ?? games[0]
  const gameId = game?.gameId ?? ''
  const bets = game?.bets[fields.currency] ?? []
  const betMinor = bets.includes(fields.betMinor) ? fields.betMinor : (bets[0] ?? '')
  const count = Number(fields.count)
  return (
    <ConfirmDialog
      {...dialog}
      title={texts.give}
      confirmLabel={texts.give}
      onConfirm={({ stepUp }) =>
        callAdmin('POST', at, { body: { ...fields, gameId, betMinor, count, ...stepUp } })
      }
      done={texts.given}
      outdated={[at]}
    >
      {refused => (
        <>
          <NativeSelect
            label={texts.game}
            data={games.map(each => ({ value: each.gameId, label: each.name }))}
            {...input('gameId', refused)}
            value={gameId}
          />
          <Group grow gap="sm">
            <NativeSelect
              label={texts.currency}
              data={choices?.currencies ?? [fields.currency]}
              {...input('currency', refused)}
            />
            <NativeSelect
              label={texts.spinBet}
              data={bets.map(bet => ({
                value: bet,
                label: printMoney(bet, fields.currency, language),
              }))}
              {...input('betMinor', refused)}
              value={betMinor}
            />
          </Group>
          <TextInput
            label={texts.count}
            {...input('count', refused)}
            inputMode="numeric"
            required
          />
        </>
      )}
    </ConfirmDialog>
  )
}
