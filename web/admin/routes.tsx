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
  /** Nobody else is shown it. */
  readonly role?: 'owner'
}

export const PAGES: readonly PanelPage[] = [
  { path: '/', section: 'overview', page: lazy(() => import('./pages/overview/page.tsx')) },
  { path: '/players', section: 'players', page: lazy(() => import('./pages/players/page.tsx')) },
  {
    path: '/projects/:projectId/players/:playerId',
    page: lazy(() => import('./pages/players/player-page.tsx')),
  },
  { path: '/pauses', section: 'pauses', page: lazy(() => import('./pages/pauses/page.tsx')) },
  { path: '/rounds', section: 'rounds', page: lazy(() => import('./pages/rounds/page.tsx')) },
  { path: '/rounds/:roundId', page: lazy(() => import('./pages/rounds/round-page.tsx')) },
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
  { path: '/projects/:projectId', page: lazy(() => import('./pages/projects/project-page.tsx')) },
  { path: '/account', section: 'account', page: lazy(() => import('./pages/account/page.tsx')) },
]
