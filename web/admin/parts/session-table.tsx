// Sessions of an account, each of which can be ended.

import { Button, Text } from '@mantine/core'
import type { AdminSession } from '../../../src/admin/accounts/schema.ts'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { callAdmin } from '../api.ts'
import { useTexts } from '../language.tsx'
import { ACCOUNT_TEXTS } from '../pages/account/texts.ts'
import { useChange } from '../queries.ts'
import { nameBrowser } from './browser-name.ts'
import { type Column, DataTable } from './data-table.tsx'
import { ErrorNotice } from './error-notice.tsx'
import { notify } from './notices.tsx'
import { StateBadge } from './state-badge.tsx'
import { Time } from './time.tsx'

interface SessionTableProps {
  /** Of the API, below which a session is ended. */
  path: string
  sessions: readonly AdminSession[]
  /** Of the reader's browser. */
  own: string
  /** What to read again after one was ended. */
  outdated: readonly string[]
}

export function SessionTable({ path, sessions, own, outdated }: SessionTableProps) {
  const texts = useTexts(ACCOUNT_TEXTS)
  const end = useChange(async (sessionId: string) => {
    await callAdmin('POST', `${path}/${sessionId}/end`)
    notify(texts.ended)
  }, outdated)
  const columns: Column<AdminSession>[] = [
    {
      id: 'browser',
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
    { id: 'address', header: texts.address, cell: ({ address }) => address },
    { id: 'since', header: texts.since, cell: ({ createdAt }) => <Time at={createdAt} /> },
    { id: 'seen', header: texts.seen, cell: ({ seenAt }) => <Time at={seenAt} ago /> },
    {
      id: 'end',
      header: '',
      align: 'right',
      cell: ({ sessionId }) =>
        sessionId !== own && (
          <Button
            size="compact-sm"
            variant="default"
            loading={end.isPending && end.variables === sessionId}
            onClick={() => end.mutate(sessionId)}
          >
            {texts.end}
          </Button>
        ),
    },
  ]
  return (
    <>
      <ErrorNotice error={end.error} />
      <DataTable
        label={texts.sessions}
        columns={columns}
        rows={sessions}
        rowId={({ sessionId }) => sessionId}
      />
    </>
  )
}
