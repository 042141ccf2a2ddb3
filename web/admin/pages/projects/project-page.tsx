// One project: its tabs share one draft, so that edits of all tabs are kept and saved together.

import { Alert, Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ProjectChoices, ProjectDetail } from '../../../../src/admin/projects/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useIsOwner } from '../../session.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { pathOf, useDraft, type ValueName } from './draft.ts'
import { useFieldProblem } from './field-problem.ts'
import { KeysTab } from './keys-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RtpTab } from './rtp-tab.tsx'
import { SaveBar, SaveDialog } from './save-bar.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export default function ProjectPage() {
  const { projectId } = useIds('/projects/:projectId')
  const path = pathOf(projectId)
  const project = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callAdmin<ProjectDetail>('GET', path, { signal }),
  })
  const choices = useQuery({
    queryKey: ['/project-choices'],
    queryFn: ({ signal }) => callAdmin<ProjectChoices>('GET', '/project-choices', { signal }),
  })
  return (
    <>
      <Title projectId={projectId} project={project.data} />
      <PauseNotice of={[{ projectId }]} />
      <Loaded query={project}>
        {read => (
          <Loaded query={choices}>{known => <Project read={read} choices={known} />}</Loaded>
        )}
      </Loaded>
    </>
  )
}

function Title({ projectId, project }: { projectId: string; project: ProjectDetail | undefined }) {
  const texts = useTexts(PROJECT_TEXTS)
  const note = project !== undefined && (
    <>
      <StateBadge
        tone={project.enabled ? 'good' : 'bad'}
        text={project.enabled ? texts.on : texts.off}
      />{' '}
      {project.internal && <StateBadge tone="neutral" text={texts.internal} />}
    </>
  )
  return <PageTitle title={projectId} note={note} back={{ to: '/projects', title: texts.title }} />
}

const TABS = ['overview', 'settings', 'limits', 'rtp', 'keys'] as const
type Tab = (typeof TABS)[number]

/** The tab where a value is set. */
function tabOf(name: ValueName): Tab {
  if (name === 'projectLimits' || name === 'gameLimits') return 'limits'
  return name === 'rtp' ? 'rtp' : 'settings'
}

const PARTS = {
  overview: OverviewTab,
  settings: SettingsTab,
  limits: LimitsTab,
  rtp: RtpTab,
  keys: KeysTab,
} as const

function Project({ read, choices }: { read: ProjectDetail; choices: ProjectChoices }) {
  const texts = useTexts(PROJECT_TEXTS)
  const isOwner = useIsOwner()
  const { filters, change } = useFilters(['tab'])
  const draft = useDraft(read)
  const problemOf = useFieldProblem(draft.error)
  const names = Object.keys(draft.edits) as ValueName[]
  useUnloadWarning(names.length > 0)
  const shown = TABS.find(tab => tab === filters.tab) ?? 'overview'
  const Part = PARTS[shown]
  const refused = names.find(name => problemOf(name) !== undefined)
  return (
    <>
      {read.internal && (
        <Alert color="gray" variant="light" mb="md">
          {texts.internalNote}
        </Alert>
      )}
      <Tabs
        value={shown}
        onChange={tab => change({ tab: tab === 'overview' ? '' : (tab ?? '') })}
        keepMounted={false}
      >
        <Tabs.List mb="lg" className="tab-row">
          {TABS.map(tab => (
            <Tabs.Tab key={tab} value={tab} data-test={`tab-${tab}`}>
              {texts.tabs[tab]}
              {names.some(name => tabOf(name) === tab) && (
                <span
                  className="tab-dot"
                  data-refused={refused !== undefined && tabOf(refused) === tab}
                  role="img"
                  aria-label={texts.edited}
                />
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={shown}>
          <Part {...{ read, draft, choices, isOwner, problemOf }} key={draft.version} />
        </Tabs.Panel>
      </Tabs>
      <SaveBar draft={draft} />
      <SaveDialog draft={draft} />
      {draft.conflict !== null && <ConflictDialog draft={draft} conflict={draft.conflict} />}
    </>
  )
}

/** The browser asks before the page is left with unsaved changes. */
function useUnloadWarning(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return
    const warn = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', warn)
    return () => removeEventListener('beforeunload', warn)
  }, [isOn])
}
