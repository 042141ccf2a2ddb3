// Every page of the panel by its path, loaded on demand. A section appears in the navigation once
// it has a page.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { AdminAction } from '../../src/admin/access/actions.ts'
import type { IconName } from './parts/icons.tsx'
import type { FRAME_TEXTS } from './texts/texts.ts'

export type SectionName = keyof (typeof FRAME_TEXTS)['en']['nav'] & IconName

export interface PanelPage {
  /** Below /admin; `:name` is one segment, which the page reads by useIds. */
  readonly path: string
  readonly page: LazyExoticComponent<ComponentType>
  /** The section that begins with this page. */
  readonly section?: SectionName
  /** The section that this page belongs to. */
  readonly within?: SectionName
  /** Shown only to those who may do it. */
  readonly action?: AdminAction
}

export const PAGES: readonly PanelPage[] = [
  {
    path: '/',
    section: 'overview',
    action: 'overview.read',
    page: lazy(() => import('./pages/overview/page.tsx')),
  },
  // For people of an operator, who do not see the nodes.
  {
    path: '/',
    section: 'overview',
    page: lazy(() => import('./pages/overview/own-project-page.tsx')),
  },
  { path: '/players', section: 'players', page: lazy(() => import('./pages/players/page.tsx')) },
  {
    path: '/projects/:projectId/players/:playerId',
    within: 'players',
    page: lazy(() => import('./pages/players/player-page.tsx')),
  },
  { path: '/pauses', section: 'pauses', page: lazy(() => import('./pages/pauses/page.tsx')) },
  { path: '/rounds', section: 'rounds', page: lazy(() => import('./pages/rounds/page.tsx')) },
  {
    path: '/rounds/:roundId',
    within: 'rounds',
    page: lazy(() => import('./pages/rounds/round-page.tsx')),
  },
  {
    path: '/callback-log',
    section: 'callbackLog',
    page: lazy(() => import('./pages/callback-log/page.tsx')),
  },
  {
    path: '/reports',
    section: 'reports',
    action: 'report.read',
    page: lazy(() => import('./pages/reports/page.tsx')),
  },
  { path: '/audit', section: 'audit', page: lazy(() => import('./pages/audit/page.tsx')) },
  {
    path: '/people',
    section: 'people',
    action: 'people.change',
    page: lazy(() => import('./pages/people/page.tsx')),
  },
  {
    path: '/projects',
    section: 'projects',
    page: lazy(() => import('./pages/projects/list-page.tsx')),
  },
  {
    path: '/projects/:projectId',
    within: 'projects',
    page: lazy(() => import('./pages/projects/project-page.tsx')),
  },
  { path: '/account', section: 'account', page: lazy(() => import('./pages/account/page.tsx')) },
]

/** The section to highlight in the navigation; undefined: no section. */
export function sectionOf(location: string): SectionName | undefined {
  const given = location.split('/')
  const isAt = ({ path }: PanelPage) => {
    const wanted = path.split('/')
    return (
      wanted.length === given.length &&
      wanted.every((segment, i) => segment.startsWith(':') || segment === given[i])
    )
  }
  const page = PAGES.find(isAt)
  return page?.section ?? page?.within
}
