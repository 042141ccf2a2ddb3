// Sessions of an account: each can be ended, and all sessions of another account at once. Asks for
// the password.

import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { AdminSession } from '../../../src/admin/accounts/schema.ts'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { callAdmin } from '../api.ts'
import { useTexts } from '../language.tsx'
import { ACCOUNT_TEXTS } from '../pages/account/texts.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'
import { buttonColumn, type Column, DataTable } from './data-table.tsx'
import { StateBadge, Time } from './values.tsx'

interface SessionTableProps {
  /** The API path below which a session is ended. */
  path: string
  sessions: readonly AdminSession[]
  /** The session of this browser. */
  own: string
  /** Queries to reload after a session was ended. */
  outdated: readonly string[]
  /** Offers to end all of them at once. */
  endsAll?: boolean
}

export function SessionTable({
  path,
  sessions,
  own,
  outdated,
  endsAll = false,
}: SessionTableProps) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const [asked, setAsked] = useState<AdminSession | 'all' | null>(null)
  const isAll = asked === 'all'
  const columns: Column<AdminSession>[] = [
    {
      header: texts.browser,
      cell: ({ sessionId, userAgent }) => (
        <>
          <Text span size="sm" title={showInvisible(userAgent)} mr="xs">
            {nameBrowser(userAgent)}
          </Text>
          {sessionId === own && <StateBadge tone="good" text={texts.thisOne} />}
        </>
      ),
    },
    { header: texts.address, cell: ({ address }) => address },
    { header: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { header: texts.lastSeen, cell: ({ seenAt }) => <Time at={seenAt} ago /> },
    buttonColumn<AdminSession>(texts.end, setAsked, ({ sessionId }) => sessionId !== own),
  ]
  return (
    <>
      <DataTable
        label={texts.sessions}
        columns={columns}
        rows={sessions}
        rowId={({ sessionId }) => sessionId}
      />
      {endsAll && sessions.length > 1 && (
        <Group justify="flex-end" mt="md">
          <Button color="red" onClick={() => setAsked('all')}>
            {texts.endAll}
          </Button>
        </Group>
      )}
      <ConfirmDialog
        opened={asked !== null}
        onClose={() => setAsked(null)}
        title={isAll ? texts.endAllTitle : texts.endTitle}
        confirmLabel={isAll ? texts.endAll : texts.end}
        isDangerous
        onConfirm={({ stepUp }) => {
          const which = isAll ? path : `${path}/${asked!.sessionId}`
          return callAdmin('POST', `${which}/end`, { body: stepUp })
        }}
        done={isAll ? texts.endedAll : texts.ended}
        outdated={outdated}
      >
        {texts.endNote}
      </ConfirmDialog>
    </>
  )
}

const BROWSERS = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrome\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

function nameBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))
  if (browser === undefined) return userAgent === '' ? '–' : userAgent.slice(0, 40)
  return system === undefined ? browser[0] : `${browser[0]} · ${system[0]}`
}
