// One project: its tabs share one draft, so that edits of all tabs are kept and saved together.

import { Alert } from '@mantine/core'
import type { ProjectChoices, ProjectDetail } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { ConflictDialog } from './conflict-dialog.tsx'
import { pathOf, useDraft, type ValueName } from './draft.ts'
import { KeysTab } from './keys-tab.tsx'
import { LimitsTab } from './limits-tab.tsx'
import { OverviewTab } from './overview-tab.tsx'
import { RtpTab } from './rtp-tab.tsx'
import { SaveBar, SaveDialog } from './save-bar.tsx'
import { SettingsTab } from './settings-tab.tsx'
import { OnOff, useFieldProblem } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'
import { WalletTab } from './wallet-tab.tsx'

export default function ProjectPage() {
  const { projectId } = useIds('/projects/:projectId')
  const path = pathOf(projectId)
  const project = useAnswer<ProjectDetail>(path)
  const choices = useAnswer<ProjectChoices>('/project-choices')
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
      <OnOff isOn={project.enabled} />{' '}
      {project.internal && <StateBadge tone="neutral" text={texts.internal} />}
    </>
  )
  return <PageTitle title={projectId} note={note} back={{ to: '/projects', title: texts.title }} />
}

/** Where the wallet is, and from where the key may be used. */
const ADDRESS: ReadonlySet<string> = new Set(['callbackUrl', 'allowedNetworks'])

/** The tab where a value is set. */
function tabOf(name: ValueName) {
  if (name === 'projectLimits' || name === 'gameLimits') return 'limits'
  return name === 'rtp' ? 'rtp' : 'settings'
}

function Project({ read, choices }: { read: ProjectDetail; choices: ProjectChoices }) {
  const texts = useTexts(PROJECT_TEXTS)
  const mayChange = useMay('project.change')
  const mayAddress = useMay('project.address')
  const draft = useDraft(read)
  const problemOf = useFieldProblem(draft.error)
  const names = Object.keys(draft.edits) as ValueName[]
  const refused = names.find(name => problemOf(name) !== undefined)
  const fieldOf = (field: string) => ({
    error: problemOf(field),
    disabled: !(ADDRESS.has(field) ? mayAddress : mayChange),
  })
  const given = { read, draft, choices, mayChange, problemOf, fieldOf }
  return (
    <>
      {read.internal && (
        <Alert color="gray" mb="md">
          {texts.internalNote}
        </Alert>
      )}
      <PageTabs
        titles={texts.tabs}
        contents={{
          overview: () => <OverviewTab {...given} key={draft.version} />,
          settings: () => <SettingsTab {...given} key={draft.version} />,
          limits: () => <LimitsTab {...given} key={draft.version} />,
          rtp: () => <RtpTab {...given} key={draft.version} />,
          keys: () => <KeysTab {...given} key={draft.version} />,
          wallet: () => <WalletTab {...given} />,
        }}
        markOf={tab =>
          names.some(name => tabOf(name) === tab) && (
            <span
              className="tab-dot"
              data-refused={refused !== undefined && tabOf(refused) === tab}
              role="img"
              aria-label={texts.edited}
            />
          )
        }
      />
      <SaveBar draft={draft} />
      <SaveDialog draft={draft} />
      {draft.conflict !== null && <ConflictDialog draft={draft} conflict={draft.conflict} />}
    </>
  )
}
