// What an owner may do with an account.

import { ActionIcon, Menu } from '@mantine/core'
import type { Person } from '../../../../src/admin/accounts/schema.ts'
import { useTexts } from '../../language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import type { Asked } from './person-dialogs.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

interface PersonMenuProps {
  person: Person
  onAsk: (asked: Asked) => void
}

export function PersonMenu({ person, onAsk }: PersonMenuProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { account: me } = useSession()
  const { name, role, isDisabled } = person
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={fill(texts.actions, { name })}>
          <Icon name="more" />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAsk({ kind: 'sessions', person })}>
          {texts.showSessions}
        </Menu.Item>
        <Menu.Item onClick={() => onAsk({ kind: 'role', person })}>
          {role === 'owner' ? texts.makeViewer : texts.makeOwner}
        </Menu.Item>
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
