// The people who sign in: those of the platform, or of one operator.

import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import { useState } from 'react'
import type { Static } from 'typebox'
import type { People, Person } from '../../../../src/admin/accounts/schema.ts'
import { useTexts } from '../../language.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useFilters } from '../../parts/filters.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { ProjectChoice } from '../../parts/project-choice.tsx'
import { StateBadge, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { type Asked, PersonDialogs } from './person-dialogs.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

export default function PeoplePage() {
  const texts = useTexts(PEOPLE_TEXTS)
  const [asked, setAsked] = useState<Asked | null>(null)
  const columns = useColumns(setAsked)
  const { projectId: own } = useSession().account
  const { filters, change } = useFilters(['project'])
  const projectId = own ?? filters.project
  const people = useAnswer<Static<typeof People>>('/people', { query: { projectId } })
  return (
    <>
      <PageTitle title={texts.title} note={texts.note}>
        <Button
          leftSection={<Icon name="plus" size={16} />}
          onClick={() => setAsked({ kind: 'add', projectId })}
        >
          {texts.add}
        </Button>
      </PageTitle>
      {own === null && (
        <Group mb="md">
          <ProjectChoice
            label={texts.whose}
            value={projectId}
            onChange={project => change({ project })}
            all={texts.platform}
          />
        </Group>
      )}
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
    { header: texts.role, sortBy: ({ role }) => role, cell: ({ role }) => roles[role] },
    { header: texts.state, cell: person => <PersonState {...person} /> },
    {
      header: texts.secondStep,
      cell: ({ hasTotp, hasIdentity }) =>
        hasIdentity ? (
          texts.byProvider
        ) : hasTotp ? (
          parts.yes
        ) : (
          <Text span inherit c="dimmed">
            {parts.no}
          </Text>
        ),
    },
    {
      header: texts.sessions,
      align: 'right',
      sortBy: ({ sessions }) => sessions,
      cell: ({ sessions }) => sessions,
    },
    {
      header: texts.lastSeen,
      sortBy: ({ lastSeenAt }) => lastSeenAt ?? '',
      cell: ({ lastSeenAt }) => (lastSeenAt === null ? texts.never : <Time at={lastSeenAt} ago />),
    },
    { header: '', align: 'right', cell: row => <PersonMenu person={row} onAsk={ask} /> },
  ]
}

function PersonState({ isDisabled, hasPassword }: Person) {
  const texts = useTexts(PEOPLE_TEXTS)
  if (isDisabled) return <StateBadge tone="neutral" text={texts.disabled} />
  if (!hasPassword) return <StateBadge tone="warning" text={texts.invited} />
  return <StateBadge tone="good" text={texts.active} />
}

interface PersonMenuProps {
  person: Person
  onAsk: (asked: Asked) => void
}

/** What an owner may do with an account. */
function PersonMenu({ person, onAsk }: PersonMenuProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { account: me } = useSession()
  const { name, isDisabled } = person
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(texts.actions, { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk({ kind: 'sessions', person })}>{texts.sessions}</Menu.Item>
        <Menu.Item onClick={() => onAsk({ kind: 'role', person })}>{texts.changeRole}</Menu.Item>
        {/* Users change their own password under Account, with the current one. */}
        {person.accountId !== me.accountId && (
          <Menu.Item onClick={() => onAsk({ kind: 'reset', person })}>{texts.reset}</Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item
          onClick={() => onAsk({ kind: 'state', person })}
          {...(isDisabled ? {} : { c: 'var(--mantine-color-error)' })}
        >
          {isDisabled ? texts.enable : texts.disable}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
