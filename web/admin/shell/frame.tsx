// The frame around every page: head, navigation, content. On phones the navigation opens over the
// page.

import { AppShell, Burger, Button, Group, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Suspense, useEffect } from 'react'
import { Link, Route, Switch, useLocation } from 'wouter'
import { useTexts } from '../language.tsx'
import { PageTitle } from '../parts/page-title.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { PAGES } from '../routes.tsx'
import { useSession } from '../session.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { AccountMenu } from './account-menu.tsx'
import { Brand, TestOnly } from './brand.tsx'
import { LanguageChoice, SchemeChoice } from './choices.tsx'
import { Navigation } from './navigation.tsx'

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
            <TestOnly />
          </Group>
          <Group gap={4} wrap="nowrap">
            <LanguageChoice />
            <SchemeChoice />
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
  const { account } = useSession()
  const shown = PAGES.filter(({ role }) => role === undefined || role === account.role)
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
