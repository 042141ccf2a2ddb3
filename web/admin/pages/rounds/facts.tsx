// The record of a round, and the wallet calls it still owes.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DriverAnswer, RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { at, callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { PlayerLink, SessionLink } from '../../parts/links.tsx'
import { PausedMark, ProjectName } from '../../parts/pauses.tsx'
import { printTime } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../texts/bilingual.ts'
import { ROUND_TEXTS } from './texts.ts'

export function Facts({ round }: { round: RoundDetail }) {
  const { facts } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const level = round.level === null ? facts.natural : `${round.level} % (${round.levelSource})`
  const version = fill(facts.version, {
    count: round.version,
    time: printTime(round.touchedAt, language),
  })
  return (
    <Section title={facts.title} note={<Owed round={round} />}>
      <FactList
        facts={[
          [facts.project, <ProjectName key="project" projectId={round.projectId} />],
          [facts.player, <PlayerLink key="player" {...round} />],
          [
            facts.game,
            <span key="game">
              {round.gameName} {round.gameVersion}
              <PausedMark gameId={round.gameId} />
            </span>,
          ],
          [facts.mode, round.gameMode],
          [facts.level, level],
          [facts.terms, <Terms key="terms" text={round.betTerms} />],
          [facts.choices, round.choices.join(', ') || null],
          [facts.cancelReason, round.cancelReason],
          [facts.refusal, round.refusalCode],
          [facts.failure, round.failure],
          [facts.orphaned, round.orphaned],
          [facts.sequence, round.sequence],
          [facts.request, <CopyText key="request" text={round.requestId} />],
          [facts.session, <SessionLink key="session" {...round} />],
          [facts.grant, round.grantId && <CopyText text={round.grantId} />],
          [facts.target, round.targetOutcomeId && <CopyText text={round.targetOutcomeId} />],
          [facts.writes, version],
        ]}
      />
    </Section>
  )
}

/** Shows the JSON of a flat record in readable form. */
function Terms({ text }: { text: string }) {
  const terms = Object.entries(JSON.parse(text) as Record<string, string | number>)
  return <>{terms.map(([name, value]) => `${name} ${value}`).join(', ')}</>
}

function Owed({ round }: { round: RoundDetail }) {
  const { owed, owedParts } = useTexts(ROUND_TEXTS)
  if (round.owes.length === 0) return <Text size="sm">{owed.nothing}</Text>
  const names: Readonly<Record<string, string>> = owedParts
  const what = round.owes.map(each => names[each] ?? each).join(', ')
  return (
    <Stack gap={0} data-test="owed">
      <Text size="sm">{fill(owed.list, { what })}</Text>
      <Driver round={round} />
    </Stack>
  )
}

/** Asks all nodes, which takes a moment. */
function Driver({ round }: { round: RoundDetail }) {
  const { owed } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const { roundId, next } = round
  const driver = useQuery({
    queryKey: ['/rounds', roundId, 'driver', round.touchedAt],
    queryFn: () => callAdmin<DriverAnswer>('POST', at('/rounds/:roundId/driver', { roundId })),
    enabled: next.driver !== null,
  })
  if (next.driver === null) {
    return next.at === null ? null : (
      <Text size="sm">{fill(owed.nodeAt, { time: printTime(next.at, language) })}</Text>
    )
  }
  if (next.driver === 'nobody') return <Text size="sm">{owed.noDriver}</Text>
  if (driver.data === undefined) return null
  const found = driver.data.driver
  if (found === null) return <Text size="sm">{owed.noNode}</Text>
  const { node, work, dueInMs } = found
  if (work === 'driving') return <Text size="sm">{fill(owed.atIt, { node })}</Text>
  const seconds = Math.round((dueInMs ?? 0) / 1_000)
  return <Text size="sm">{fill(owed.drivenBy, { node, seconds })}</Text>
}
