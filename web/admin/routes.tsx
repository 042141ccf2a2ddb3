// Every page of the panel by its path, loaded when it is asked for. A section of the navigation is there when its
// page is.

import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import type { IconName } from './parts/icons.tsx'
import type { en } from './texts/en.ts'

export type SectionName = keyof typeof en.nav & IconName

export interface PanelPage {
  /** Below /admin; `:name` stands for one segment, which the page reads by useParams. */
  readonly path: string
  readonly page: LazyExoticComponent<ComponentType>
  /** Its section, when it is where that section begins. */
  readonly section?: SectionName
  /** The section that it is a part of. */
  readonly within?: SectionName
  /** Nobody else is shown it. */
  readonly role?: 'owner'
}

export const PAGES: readonly PanelPage[] = [
  { path: '/', section: 'overview', page: lazy(() => import('./pages/overview/page.tsx')) },
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
  { path: '/reports', section: 'reports', page: lazy(() => import('./pages/reports/page.tsx')) },
  { path: '/audit', section: 'audit', page: lazy(() => import('./pages/audit/page.tsx')) },
  {
    path: '/people',
    section: 'people',
    role: 'owner',
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

/** Where the navigation shows that the reader is; undefined: nowhere. */
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
