// The signed-in user, with links to the account and to sign out.

import { Avatar, Group, Menu, Text, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { Link } from 'wouter'
import { useTexts } from '../language.tsx'
import { Icon } from '../parts/icons.tsx'
import { StateBadge } from '../parts/state-badge.tsx'
import { useSession, useSignOut } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'

export function AccountMenu() {
  const texts = useTexts(FRAME_TEXTS)
  const { account, node } = useSession()
  const signOut = useSignOut()
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <UnstyledButton p={4} data-test="account-menu">
          <VisuallyHidden>
            {texts.nav.account}: {account.name}
          </VisuallyHidden>
          <Group gap="xs" wrap="nowrap">
            <Avatar size={30} color="violet" radius="xl" aria-hidden="true">
              {account.name.slice(0, 2).toUpperCase()}
            </Avatar>
            <Text size="sm" fw={500} visibleFrom="sm" maw={140} truncate aria-hidden="true">
              {account.name}
            </Text>
          </Group>
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>
          <Group justify="space-between" gap="xs" wrap="nowrap">
            <Text size="sm" truncate>
              {account.name}
            </Text>
            <StateBadge tone="neutral" text={texts.roles[account.role]} />
          </Group>
          <Text size="xs" mt={4} truncate>
            {node}
          </Text>
        </Menu.Label>
        <Menu.Item component={Link} href="/account" leftSection={<Icon name="account" size={16} />}>
          {texts.nav.account}
        </Menu.Item>
        <Menu.Item
          leftSection={<Icon name="signOut" size={16} />}
          onClick={() => void signOut()}
          data-test="sign-out"
        >
          {texts.signOut}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
