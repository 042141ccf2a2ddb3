// The frame around every page: head, navigation, content. On phones the navigation opens over the
// page.

import {
  AppShell,
  Avatar,
  Burger,
  Button,
  Group,
  Menu,
  NavLink,
  Text,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { useTexts } from '../language.tsx'
import { Icon } from '../parts/icons.tsx'
import { Waiting } from '../parts/loaded.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { StateBadge } from '../parts/values.tsx'
import { PAGES, type PanelPage, type SectionName, sectionOf } from '../routes.tsx'
import { useSession, useSignOut } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Brand, DisplayChoices } from './head.tsx'
import { Search } from './search.tsx'

const GROUPS = [
  { name: null, sections: ['overview'] },
  { name: 'play', sections: ['projects', 'players', 'rounds', 'pauses'] },
  { name: 'control', sections: ['callbackLog', 'reports', 'audit'] },
  { name: 'panel', sections: ['people', 'account'] },
] as const satisfies readonly { name: string | null; sections: readonly SectionName[] }[]

export function Frame() {
  const texts = useTexts(FRAME_TEXTS)
  const [isOpen, { toggle, close }] = useDisclosure(false)
  const [location] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: navigation closes the menu
  useEffect(close, [location])
  return (
    <AppShell
      header={{ height: 56 }}
      navbar={{ width: 232, breakpoint: 'sm', collapsed: { mobile: !isOpen } }}
      padding={{ base: 'md', sm: 'xl' }}
      transitionDuration={120}
    >
      <a className="skip" href="#content">
        {texts.skip}
      </a>
      <AppShell.Header px="md">
        <Group h="100%" justify="space-between" wrap="nowrap" gap="sm">
          <Group gap="sm" wrap="nowrap">
            <Burger
              opened={isOpen}
              onClick={toggle}
              hiddenFrom="sm"
              size="sm"
              aria-label={isOpen ? texts.closeMenu : texts.openMenu}
              aria-expanded={isOpen}
            />
            <Brand />
          </Group>
          <Group gap={4} wrap="nowrap" justify="flex-end" flex={1}>
            <Search />
            <DisplayChoices />
            <AccountMenu />
          </Group>
        </Group>
      </AppShell.Header>
      <AppShell.Navbar p="sm" aria-label={texts.navigation}>
        <Navigation />
      </AppShell.Navbar>
      <AppShell.Main className="ground" id="content" tabIndex={-1}>
        <div className="page">
          <Suspense fallback={<Waiting />}>
            <Pages />
          </Suspense>
        </div>
      </AppShell.Main>
    </AppShell>
  )
}

/** Each path is a separate page, remounted when another project or player is opened. */
function Pages() {
  const [location] = useLocation()
  const shown = useShown()
  return (
    <Switch>
      {shown.map(({ path, page: Page }) => (
        <Route key={path} path={path}>
          <Page key={location} />
        </Route>
      ))}
      <Route>
        <NotFound />
      </Route>
    </Switch>
  )
}

/** The pages that the user's role may see: of each path the first. */
function useShown(): readonly PanelPage[] {
  const { actions } = useSession()
  const may = PAGES.filter(({ action }) => action === undefined || actions.includes(action))
  return may.filter(({ path }, place) => may.findIndex(each => each.path === path) === place)
}

function NotFound() {
  const texts = useTexts(FRAME_TEXTS)
  return (
    <>
      <PageTitle title={texts.notFound} />
      <Text mb="md">{texts.notFoundNote}</Text>
      <Button component={Link} href="/" variant="default">
        {texts.toOverview}
      </Button>
    </>
  )
}

/** The sections of the panel, in groups. Pages that the user's role can't see are left out. */
function Navigation() {
  const texts = useTexts(FRAME_TEXTS)
  const shown = useShown()
  const [location] = useLocation()
  const here = sectionOf(location)
  const pathOf = (wanted: SectionName) => shown.find(({ section }) => section === wanted)?.path
  return GROUPS.map(({ name, sections }) => {
    const links = sections.flatMap(section => {
      const path = pathOf(section)
      return path === undefined ? [] : [{ section, path }]
    })
    if (links.length === 0) return null
    return (
      <div key={name} className="nav-group">
        {name !== null && (
          <Text size="xs" fw={600} c="dimmed" px="sm" mb={4}>
            {texts.groups[name]}
          </Text>
        )}
        {links.map(({ section, path }) => (
          <NavLink
            key={section}
            component={Link}
            href={path}
            label={texts.nav[section]}
            leftSection={<Icon name={section} />}
            {...(section === here ? { active: true, 'aria-current': 'page' as const } : {})}
          />
        ))}
      </div>
    )
  })
}

/** The signed-in user, with links to the account and to sign out. */
function AccountMenu() {
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
            {account.projectId ?? node}
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
