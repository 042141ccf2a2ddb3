// The first page of an operator's people: their wallet, their unfinished rounds and the pauses that
// cover them, pushed by the node that serves the page.

import { SimpleGrid, Stack } from '@mantine/core'
import type { ProjectOverview } from '../../../../src/admin/overview/schema.ts'
import { at } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useLive } from '../../live.ts'
import { Waiting } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { PauseNotice } from '../../parts/pauses.tsx'
import { useSession } from '../../session.tsx'
import { LiveMark } from './live-mark.tsx'
import { States } from './states.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'
import { Wallets } from './wallets.tsx'

export default function OwnProjectPage() {
  const texts = useTexts(OVERVIEW_TEXTS)
  const projectId = useSession().account.projectId ?? ''
  const path = at('/projects/:projectId/overview', { projectId })
  const { message: view, state } = useLive<ProjectOverview>(`${path}/live`)
  return (
    <>
      <PageTitle title={projectId} note={texts.ownNote}>
        <LiveMark state={state} />
      </PageTitle>
      {view === null ? (
        <Waiting />
      ) : (
        <Stack gap="lg">
          <PauseNotice of={null} />
          <Wallets wallets={view.wallet === null ? [] : [view.wallet]} />
          <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
            <States unfinished={view.unfinished} />
          </SimpleGrid>
        </Stack>
      )}
    </>
  )
}
