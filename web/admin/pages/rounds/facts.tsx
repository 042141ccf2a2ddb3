// The record of a round, and the wallet calls it still owes.

import { Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { DriverAnswer, RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { at, callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { PlayerLink, SessionLink } from '../../parts/links.tsx'
import { PausedMark, ProjectName } from '../../parts/pauses.tsx'
import { printTime } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { FactList } from '../../parts/values.tsx'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { ROUND_TEXTS } from './texts.ts'

export function Facts({ round }: { round: RoundDetail }) {
  const texts = useTexts(ROUND_TEXTS)
  const { facts } = texts
  const { language } = useLanguage()
  const level = round.level === null ? texts.natural : `${round.level} % (${round.levelSource})`
  const version = fill(facts.version, {
    count: round.version,
    time: printTime(round.touchedAt, language),
  })
  return (
    <Section title={facts.title} note={<Owed round={round} />}>
      <FactList
        facts={[
          [texts.project, <ProjectName key="project" projectId={round.projectId} />],
          [texts.player, <PlayerLink key="player" {...round} />],
          [
            texts.game,
            <span key="game">
              {round.gameName} {round.gameVersion}
              <PausedMark gameId={round.gameId} />
            </span>,
          ],
          [texts.mode, round.gameMode],
          [texts.level, level],
          [facts.terms, printTerms(round.betTerms)],
          [facts.choices, round.choices.join(', ') || null],
          [facts.cancelReason, round.cancelReason],
          [facts.refusal, round.refusalCode],
          [facts.failure, round.failure],
          [facts.orphaned, round.orphaned],
          [facts.sequence, round.sequence],
          [facts.request, <CopyText key="request" text={round.requestId} />],
          [texts.session, <SessionLink key="session" {...round} />],
          [facts.grant, round.grantId && <CopyText text={round.grantId} />],
          [facts.target, round.targetOutcomeId && <CopyText text={round.targetOutcomeId} />],
          [facts.writes, version],
        ]}
      />
    </Section>
  )
}

/** The JSON of a flat record in readable form. */
function printTerms(json: string): string {
  const terms = Object.entries(JSON.parse(json) as Record<string, string | number>)
  return terms.map(([name, value]) => `${name} ${value}`).join(', ')
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

/** Asks all nodes who drives the round, which takes a moment. */
function Driver({ round: { roundId, touchedAt, next } }: { round: RoundDetail }) {
  const { owed } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const mayAsk = useMay('round.driver')
  const { data } = useQuery({
    queryKey: ['/rounds', roundId, 'driver', touchedAt],
    queryFn: () => callAdmin<DriverAnswer>('POST', at('/rounds/:roundId/driver', { roundId })),
    enabled: mayAsk && next.driver !== null,
  })
  const sentence = () => {
    if (next.driver === null) {
      return next.at && fill(owed.nodeAt, { time: printTime(next.at, language) })
    }
    if (next.driver === 'nobody') return owed.noDriver
    if (data === undefined) return null
    if (data.driver === null) return owed.noNode
    const { node, work, dueInMs } = data.driver
    if (work === 'driving') return fill(owed.atIt, { node })
    return fill(owed.drivenBy, { node, seconds: Math.round((dueInMs ?? 0) / 1_000) })
  }
  return <Text size="sm">{sentence()}</Text>
}
