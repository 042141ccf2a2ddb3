// "Try the wallet": begins a run of the wallet kit against the project's own wallet, and lists the
// last runs. Before a run begins the page says what happens to its player.

import { Button, List, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import type {
  BegunWalletCheck,
  NewWalletCheck,
  WalletCheckRow,
  WalletChecks,
} from '../../../../src/admin/wallet-checks/schema.ts'
import { callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { buttonColumn, type Column } from '../../parts/data-table.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { Section, TableSection } from '../../parts/section.tsx'
import { Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { explainField } from '../../texts/refusals.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { pathOf } from './draft.ts'
import type { TabProps } from './tab.tsx'
import { OutcomeBadge, WalletCheckPart } from './wallet-check.tsx'
import { WALLET_CHECK_TEXTS } from './wallet-check-texts.ts'

export function WalletTab(props: TabProps) {
  const path = `${pathOf(props.read.projectId)}/wallet-checks`
  const checks = useAnswer<WalletChecks>(path)
  return (
    <Loaded query={checks}>
      {({ rows, newPlayerId }) => (
        <WalletChecksPart {...props} path={path} rows={rows} newPlayerId={newPlayerId} />
      )}
    </Loaded>
  )
}

interface PartProps extends TabProps {
  /** Of the project's runs, below /admin/api. */
  path: string
  rows: readonly WalletCheckRow[]
  newPlayerId: string
}

function WalletChecksPart(props: PartProps) {
  const { path, rows } = props
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const { filters, change } = useFilters(['run'])
  const shown = rows.find(({ checkId }) => checkId === filters.run) ?? rows[0]
  const columns: Column<WalletCheckRow>[] = [
    { header: texts.when, cell: ({ startedAt }) => <Time at={startedAt} ago /> },
    { header: texts.who, cell: ({ startedBy }) => startedBy },
    { header: texts.result, cell: ({ outcome }) => <OutcomeBadge outcome={outcome} /> },
    {
      header: texts.checks,
      // While it goes on, the report has the numbers.
      cell: ({ outcome, planned, passed, failed }) =>
        outcome === null ? '—' : fill(texts.counts, { planned, passed, failed }),
    },
    { header: texts.player, cell: ({ playerId, currency }) => `${playerId}, ${currency}` },
    buttonColumn<WalletCheckRow>(
      texts.open,
      ({ checkId }) => change({ run: checkId }),
      row => row !== shown,
      ({ startedAt, startedBy }) => fill(texts.openRun, { who: startedBy, at: startedAt }),
    ),
  ]
  return (
    <Stack gap="lg">
      <Begin {...props} onBegun={() => change({ run: '' })} />
      {shown !== undefined && <WalletCheckPart key={shown.checkId} path={path} row={shown} />}
      {rows.length > 0 && (
        <TableSection
          title={texts.runs}
          note={texts.runsNote}
          columns={columns}
          rows={rows}
          rowId={({ checkId }) => checkId}
        />
      )}
    </Stack>
  )
}

type Currency = NewWalletCheck['currency']

function Begin(props: PartProps & { onBegun: () => void }) {
  const { read, choices, draft, path, rows, newPlayerId, onBegun } = props
  const texts = useTexts(WALLET_CHECK_TEXTS)
  const mayCheck = useMay('wallet.check')
  const { notYours } = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const [isAsking, setAsking] = useState(false)
  const [currency, setCurrency] = useState<Currency>('EUR')
  const [playerId, setPlayerId] = useState(newPlayerId)
  const isRunning = rows.some(({ outcome }) => outcome === null)
  const url = read.internal ? texts.builtIn : read.values.callbackUrl
  const ask = () => {
    setPlayerId(newPlayerId)
    setAsking(true)
  }
  return (
    <Section title={texts.title} note={texts.note}>
      <Text size="sm">
        {texts.address}: <span className="code">{url}</span>
      </Text>
      {draft.edits.callbackUrl !== undefined && <Text size="sm">{texts.unsaved}</Text>}
      {!read.isCallbackConfirmed && <Text size="sm">{texts.unconfirmed}</Text>}
      {mayCheck ? (
        <div>
          <Button
            onClick={ask}
            disabled={isRunning || !read.isCallbackConfirmed}
            data-test="try-wallet"
          >
            {texts.begin}
          </Button>
        </div>
      ) : (
        <Text size="sm" c="dimmed">
          {notYours}
        </Text>
      )}
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={fill(texts.beginTitle, { id: read.projectId })}
        confirmLabel={texts.begin}
        onConfirm={async ({ stepUp }) => {
          const body = { currency, playerId: playerId.trim(), ...stepUp }
          const begun = await callAdmin<BegunWalletCheck>('POST', path, { body })
          onBegun()
          return begun
        }}
        outdated={[path]}
      >
        {error => (
          <Stack gap="sm">
            <List size="sm" spacing={4}>
              {texts.happens.split('\n').map(line => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
            <Select
              label={texts.currency}
              data={[...choices.currencies]}
              value={currency}
              onChange={value => setCurrency((value ?? 'EUR') as Currency)}
            />
            <TextInput
              label={texts.testPlayer}
              description={texts.testPlayerNote}
              error={explainField(error, 'playerId', language)}
              value={playerId}
              onChange={event => setPlayerId(event.currentTarget.value)}
              maxLength={64}
            />
          </Stack>
        )}
      </ConfirmDialog>
    </Section>
  )
}
