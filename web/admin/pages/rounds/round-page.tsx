// One round: its money, its record, its replay, its timeline, and the actions of an owner.

import { Alert, Box, Group, SimpleGrid, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { at, callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { useIds } from '../../location.ts'
import { CopyText } from '../../parts/copy-text.tsx'
import { shortId } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { PageTitle } from '../../parts/page-title.tsx'
import { Time } from '../../parts/time.tsx'
import { fill } from '../../texts/bilingual.ts'
import { RoundActions } from './actions.tsx'
import { Facts } from './facts.tsx'
import { MoneyBox } from './money-box.tsx'
import { ReplayFrame } from './replay-frame.tsx'
import { RoundState } from './round-state.tsx'
import { ROUND_TEXTS } from './texts.ts'
import { Timeline } from './timeline.tsx'

/** What the round still owes may arrive at any moment. */
const WHILE_OWED_MS = 3_000

export default function RoundPage() {
  const { roundId } = useIds('/rounds/:roundId')
  const texts = useTexts(ROUND_TEXTS)
  const round = useQuery({
    queryKey: ['/rounds', roundId],
    queryFn: ({ signal }) =>
      callAdmin<RoundDetail>('GET', at('/rounds/:roundId', { roundId }), { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || state.data.owes.length === 0 ? false : WHILE_OWED_MS,
  })
  return (
    <>
      <PageTitle
        title={fill(texts.round, { id: shortId(roundId) })}
        note={<CopyText text={roundId} />}
        back={{ to: '/rounds', title: texts.title }}
      />
      <Loaded query={round}>{found => <RoundView round={found} />}</Loaded>
    </>
  )
}

function RoundView({ round }: { round: RoundDetail }) {
  const { shown } = useTexts(ROUND_TEXTS)
  return (
    <Stack gap="lg">
      <Group justify="space-between" gap="sm">
        <Group gap="sm">
          <RoundState state={round.state} />
          <Time at={round.createdAt} />
        </Group>
        <RoundActions round={round} />
      </Group>
      {round.shown !== 'yes' && (
        <Alert color="yellow" variant="light" data-test="not-shown">
          {shown[round.shown]}
        </Alert>
      )}
      <Box>
        <ReplayFrame round={round} />
      </Box>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
        <MoneyBox round={round} />
        <Facts round={round} />
      </SimpleGrid>
      <Timeline round={round} />
    </Stack>
  )
}
