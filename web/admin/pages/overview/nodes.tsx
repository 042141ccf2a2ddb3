// Every node: whether it can serve play, and how busy each of its lanes is.

import { Group, Paper, SimpleGrid, Text, Title } from '@mantine/core'
import type { OverviewNode } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { printNumber } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { FactList, StateBadge } from '../../parts/values.tsx'
import { fill } from '../../texts/bilingual.ts'
import { OVERVIEW_TEXTS } from './texts.ts'

const MEGABYTE = 1_000_000

export function Nodes({ nodes }: { nodes: readonly OverviewNode[] }) {
  const texts = useTexts(OVERVIEW_TEXTS)
  return (
    <Section title={texts.nodes}>
      <SimpleGrid cols={{ base: 1, md: 2, xl: 3 }} spacing="md">
        {nodes.map(node => (
          <Node key={node.node} {...node} />
        ))}
      </SimpleGrid>
    </Section>
  )
}

function Node(node: OverviewNode) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const count = (value: number) => printNumber(value, language, { maximumFractionDigits: 1 })
  const figures = [
    [texts.spins, count(node.roundsPerSecond)],
    [texts.sockets, count(node.sockets)],
    [texts.socketsMoved, count(node.socketsMoved)],
    [texts.replaced, count(node.lanesReplaced)],
    [texts.memory, `${count(Math.round(node.memoryBytes / MEGABYTE))} MB`],
  ] as const
  return (
    <Paper withBorder radius="md" p="md">
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Title order={3} className="cut">
          {node.node}
        </Title>
        <StateBadge
          tone={node.isReady ? 'good' : 'bad'}
          text={node.isReady ? texts.ready : texts.notReady}
        />
      </Group>
      {node.obstacles.length > 0 && (
        <Text size="sm" mb="xs">
          {fill(texts.obstacles, { names: node.obstacles.join(', ') })}
        </Text>
      )}
      <FactList className="pairs" facts={figures} />
      <div className="lanes">
        {node.lanes.map((lane, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: lanes are known by their numbers
          <Lane key={i} number={i + 1} lane={lane} />
        ))}
      </div>
    </Paper>
  )
}

interface LaneProps {
  number: number
  lane: OverviewNode['lanes'][number]
}

function Lane({ number, lane: { depth, busyShare, isUp } }: LaneProps) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const share = printNumber(busyShare, language, { style: 'percent' })
  const state = isUp ? fill(texts.laneBusy, { share, depth }) : texts.laneDown
  return (
    <div className="lane" data-up={isUp}>
      <span>{fill(texts.lane, { number })}</span>
      <div className="lane-bar" aria-hidden="true">
        <div style={{ width: `${busyShare * 100}%` }} />
      </div>
      <span className="lane-state" title={state}>
        {isUp ? `${share} · ${depth}` : texts.laneDown}
      </span>
    </div>
  )
}
