// One player: money, notes, current play, rounds, wallet calls, levels and limits, free spins,
// target outcomes.

import type { Player } from '../../../../src/admin/players/schema.ts'
import { at } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { useFilters } from '../../parts/filters.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTabs } from '../../parts/page-tabs.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { type Paused, PauseNotice, ProjectName } from '../../parts/pauses.tsx'
import { Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { BlockButton, BlockNotice } from './block.tsx'
import { GrantsTab } from './grants-tab.tsx'
import { CallsTab, RoundsTab } from './lists-tabs.tsx'
import { TagBadges } from './notes-section.tsx'
import { NowTab } from './now-tab.tsx'
import { RtpTab } from './rtp-tab.tsx'
import { TargetsTab } from './targets-tab.tsx'
import { PLAYER_TEXTS } from './texts.ts'

const PATH = '/projects/:projectId/players/:playerId'

export default function PlayerPage() {
  const texts = useTexts(PLAYER_TEXTS)
  const { projectId, playerId } = useIds(PATH)
  const { filters } = useFilters(['session'])
  const path = at(PATH, { projectId, playerId })
  const player = useAnswer<Player>(path)
  const note = (
    <>
      {texts.project} <ProjectName projectId={projectId} />
      {player.data !== undefined && (
        <>
          {' · '}
          {texts.firstSeen} <Time at={player.data.createdAt} />{' '}
          <TagBadges tags={player.data.tags} />
        </>
      )}
    </>
  )
  return (
    <>
      <PageTitle title={playerId} note={note} back={{ to: '/players', title: texts.title }}>
        {player.data !== undefined && <BlockButton path={path} player={player.data} />}
      </PageTitle>
      {player.data !== undefined && <BlockNotice block={player.data.block} />}
      <PauseNotice of={touched(projectId, player.data)} />
      <Loaded query={player}>
        {known => (
          <PageTabs
            titles={texts.tabs}
            contents={{
              now: () => <NowTab path={path} player={known} marked={filters.session} />,
              rounds: () => <RoundsTab projectId={projectId} playerId={playerId} />,
              calls: () => <CallsTab projectId={projectId} playerId={playerId} />,
              rtp: () => <RtpTab path={path} />,
              grants: () => <GrantsTab path={path} />,
              targets: () => <TargetsTab path={path} />,
            }}
          />
        )}
      </Loaded>
    </>
  )
}

/** The project, and the games of the player's sessions. */
function touched(projectId: string, player: Player | undefined): readonly Paused[] {
  const games = new Set(player?.sessions.map(({ gameId }) => gameId))
  return [{ projectId }, ...[...games].map(gameId => ({ gameId }))]
}
