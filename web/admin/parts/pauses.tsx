// Kill switches that are on, where they affect what a page shows: a mark beside a project or a
// game, a notice on a page. Must never set or lift one.

import { Alert, Stack, Text } from '@mantine/core'
import type { Pause, Pauses } from '../../../src/admin/pauses/schema.ts'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { useTexts } from '../language.tsx'
import { PAUSE_TEXTS } from '../pages/pauses/texts.ts'
import { useAnswer } from '../queries.ts'
import { fill } from '../texts/bilingual.ts'
import { PausesLink, ProjectLink } from './links.tsx'
import { StateBadge, Time, visible } from './values.tsx'

/** Another user may pause, too. */
const AGAIN_MS = 5_000

/** What new rounds belong to. A game without a project is that game in every project. */
export interface Paused {
  projectId?: string
  gameId?: string
}

export function usePauses() {
  return useAnswer<Pauses>('/pauses', { refetchInterval: AGAIN_MS })
}

type PauseTexts = (typeof PAUSE_TEXTS)['en']

/** "Game Lucky Lanterns". */
export function namePause(
  texts: PauseTexts,
  choices: Pauses['choices'],
  { scope, subject }: Pause,
): string {
  if (scope === 'all') return texts.scopes.all
  const game = choices.games.find(({ gameId }) => scope === 'game' && gameId === subject)
  return `${texts.scopes[scope]} ${game?.name ?? subject}`
}

/** The pauses that block new rounds of the subject. */
function pausesOf({ pauses, choices }: Pauses, { projectId, gameId }: Paused): readonly Pause[] {
  const provider = choices.games.find(game => game.gameId === gameId)?.provider
  const touches = { project: projectId, game: gameId, provider } as const
  return pauses.filter(({ scope, subject }) => scope === 'all' || touches[scope] === subject)
}

/** Renders nothing if it is not paused. */
export function PausedMark(of: Paused) {
  const texts = useTexts(PAUSE_TEXTS)
  const { data } = usePauses()
  const found = data === undefined ? [] : pausesOf(data, of)
  if (found.length === 0) return null
  return (
    <span
      title={found.map(({ by, reason }) => showInvisible(`${by}: ${reason}`)).join('\n')}
      data-test="paused"
    >
      {' '}
      <PausesLink>
        <StateBadge tone="warning" text={texts.mark} />
      </PausesLink>
    </span>
  )
}

/** A game's id, and whether it is paused, for every project or for this one. */
export function GameName({ gameId, projectId }: { gameId: string; projectId?: string }) {
  return (
    <>
      {gameId}
      <PausedMark gameId={gameId} {...(projectId === undefined ? {} : { projectId })} />
    </>
  )
}

/** A project, and whether it is paused. */
export function ProjectName({ projectId }: { projectId: string }) {
  return (
    <>
      <ProjectLink projectId={projectId} />
      <PausedMark projectId={projectId} />
    </>
  )
}

interface PauseNoticeProps {
  /** Null: every pause. */
  of: readonly Paused[] | null
}

export function PauseNotice({ of }: PauseNoticeProps) {
  const texts = useTexts(PAUSE_TEXTS)
  const { data } = usePauses()
  if (data === undefined) return null
  const found = of === null ? data.pauses : of.flatMap(each => pausesOf(data, each))
  if (found.length === 0) return null
  const title = data.isInForce ? texts.noticeInForce : texts.noticeNotInForce
  return (
    <Alert color="orange" title={title} mb="md" data-test="pause-notice">
      <Stack gap={4}>
        {[...new Set(found)].map(pause => (
          <Text size="sm" key={`${pause.scope} ${pause.subject}`}>
            <PausesLink>{namePause(texts, data.choices, pause)}</PausesLink>:{' '}
            {visible(fill(texts.noticeWhy, { reason: pause.reason, by: pause.by }))}{' '}
            <Time at={pause.at} ago />
          </Text>
        ))}
      </Stack>
    </Alert>
  )
}
