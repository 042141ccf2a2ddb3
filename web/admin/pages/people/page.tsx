// The people who run the platform: owners and viewers.

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { People, Person } from '../../../../src/admin/accounts/schema.ts'
import { useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { type Asked, PersonDialogs } from './person-dialogs.tsx'
import { PersonMenu } from './person-menu.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

export default function PeoplePage() {
  const texts = useTexts(PEOPLE_TEXTS)
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useColumns(setAsked)
  const people = useAnswer<Static<typeof People>>('/people')
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <Button
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => setAsked({ kind: 'add' })}
        >
          {texts.add}
        </Button>
      </PageTitle>
      <Loaded query={people}>
        {answer => (
          <DataTable
            label={texts.title}
            columns={columns}
            rows={answer.people}
            rowId={({ accountId }) => accountId}
          />
        )}
      </Loaded>
      <PersonDialogs asked={asked} onAsk={setAsked} />
    </>
  )
}

function useColumns(ask: (asked: Asked) => void): readonly Column<Person>[] {
  const texts = useTexts(PEOPLE_TEXTS)
  const { roles, parts } = useTexts(FRAME_TEXTS)
  const { account: me } = useSession()
  return [
    {
      id: 'name',
      header: texts.name,
      sortBy: ({ name }) => name,
      cell: ({ name, accountId }) => (
        <>
          <Text span inherit fw={600} mr="xs">
            {name}
          </Text>
          {accountId === me.accountId && <StateBadge tone="busy" text={texts.you} />}
        </>
      ),
    },
    { id: 'role', header: texts.role, sortBy: ({ role }) => role, cell: ({ role }) => roles[role] },
    { id: 'state', header: texts.state, cell: person => <PersonState {...person} /> },
    {
      id: 'totp',
      header: texts.totp,
      cell: ({ hasTotp }) =>
        hasTotp ? (
          parts.yes
        ) : (
          <Text span inherit c="dimmed">
            {parts.no}
          </Text>
        ),
    },
    {
      id: 'sessions',
      header: texts.sessions,
      align: 'right',
      sortBy: ({ sessions }) => sessions,
      cell: ({ sessions }) => sessions,
    },
    {
      id: 'seen',
      header: texts.lastSeen,
      sortBy: ({ lastSeenAt }) => lastSeenAt ?? '',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : <Time at={lastSeenAt} ago />),
    },
    {
      id: 'actions',
      header: '',
      align: 'right',
      cell: person => <PersonMenu person={person} onAsk={ask} />,
    },
  ]
}

function PersonState({ isDisabled, hasPassword }: Person) {
  const texts = useTexts(PEOPLE_TEXTS)
  if (isDisabled) return <StateBadge tone="neutral" text={texts.disabled} />
  if (!hasPassword) return <StateBadge tone="warning" text={texts.invited} />
  return <StateBadge tone="good" text={texts.active} />
}
