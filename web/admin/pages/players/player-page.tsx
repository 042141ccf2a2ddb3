// One player: current play, levels and limits, free spins, target outcomes. The tab is in the
// address.

import { Tabs } from '@mantine/core'
import type { Player } from '../../../../src/admin/players/schema.ts'
import { at } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { type Paused, PauseNotice, ProjectName } from '../../parts/pauses.tsx'
import { Time } from '../../parts/time.tsx'
import { useFilters } from '../../parts/use-filters.ts'
import { useAnswer } from '../../queries.ts'
import { GrantsTab } from './grants-tab.tsx'
import { NowTab } from './now-tab.tsx'
import { RtpTab } from './rtp-tab.tsx'
import { TargetsTab } from './targets-tab.tsx'
import { PLAYER_TEXTS } from './texts.ts'

const PATH = '/projects/:projectId/players/:playerId'
const TABS = ['now', 'rtp', 'grants', 'targets'] as const

export default function PlayerPage() {
  const texts = useTexts(PLAYER_TEXTS)
  const { projectId, playerId } = useIds(PATH)
  const { filters, change } = useFilters(['tab', 'session'])
  const path = at(PATH, { projectId, playerId })
  const player = useAnswer<Player>(path)
  const tab = TABS.find(name => name === filters.tab) ?? 'now'
  const note = (
    <>
      {texts.project} <ProjectName projectId={projectId} />
      {player.data !== undefined && (
        <>
          {' · '}
          {texts.firstSeen} <Time at={player.data.createdAt} />
        </>
      )}
    </>
  )
  return (
    <>
      <PageTitle title={playerId} note={note} back={{ to: '/players', title: texts.title }} />
      <PauseNotice of={touched(projectId, player.data)} />
      <Loaded query={player}>
        {known => (
          <Tabs
            value={tab}
            onChange={name => change({ tab: name === 'now' ? '' : (name ?? '') })}
            keepMounted={false}
          >
            <Tabs.List mb="lg">
              {TABS.map(name => (
                <Tabs.Tab key={name} value={name}>
                  {texts.tabs[name]}
                </Tabs.Tab>
              ))}
            </Tabs.List>
            <Tabs.Panel value="now">
              <NowTab path={path} player={known} marked={filters.session} />
            </Tabs.Panel>
            <Tabs.Panel value="rtp">
              <RtpTab path={path} />
            </Tabs.Panel>
            <Tabs.Panel value="grants">
              <GrantsTab path={path} />
            </Tabs.Panel>
            <Tabs.Panel value="targets">
              <TargetsTab path={path} />
            </Tabs.Panel>
          </Tabs>
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
