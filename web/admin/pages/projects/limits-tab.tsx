// The two tables of bet limits, line by line, and the limit in force.

import { ActionIcon, Button, Group, Select, Stack, Text } from '@mantine/core'
import type { GameLimit, ProjectLimit } from '../../../../src/admin/projects/schema.ts'
import { useTexts } from '../../language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { MinorInput } from '../../parts/minor-input.tsx'
import { Section } from '../../parts/section.tsx'
import { fill } from '../../texts/bilingual.ts'
import { EffectiveLimitPart } from './effective-limit.tsx'
import { Problem } from './problem.tsx'
import type { TabProps } from './tab-props.ts'
import { PROJECT_TEXTS } from './texts.ts'

export function LimitsTab(props: TabProps) {
  const { read, draft, choices } = props
  const { limits } = useTexts(PROJECT_TEXTS)
  const games = choices.games.map(({ gameId, name }) => ({ value: gameId, label: name }))
  const scopes = [
    { value: 'default', label: limits.everywhere },
    ...choices.providers.map(name => ({
      value: `provider:${name}`,
      label: fill(limits.provider, { name }),
    })),
    ...games.map(({ value, label }) => ({ value: `game:${value}`, label })),
  ]
  const { projectLimits, gameLimits } = draft.values
  return (
    <Stack gap="lg">
      <Section title={limits.table} note={limits.tableNote}>
        <Lines<ProjectLimit>
          {...props}
          name="projectLimits"
          lines={projectLimits}
          whereLabel={limits.scope}
          where={scopes}
          whereOf={({ scope }) => scope}
          place={(line, scope) => ({ ...line, scope })}
          fresh={{ scope: 'default', currency: 'EUR', min: null, max: '' }}
          onChange={lines => draft.set('projectLimits', lines)}
        />
      </Section>
      <Section title={limits.games} note={limits.gamesNote}>
        <Lines<GameLimit>
          {...props}
          name="gameLimits"
          lines={gameLimits}
          whereLabel={limits.game}
          where={games}
          whereOf={({ game }) => game}
          place={(line, game) => ({ ...line, game })}
          fresh={{ game: games[0]!.value, currency: 'EUR', min: null, max: '' }}
          onChange={lines => draft.set('gameLimits', lines)}
        />
      </Section>
      <EffectiveLimitPart projectId={read.projectId} choices={choices} />
    </Stack>
  )
}

interface Bounds {
  currency: ProjectLimit['currency']
  min: string | null
  max: string
}

interface LinesProps<Line extends Bounds> extends TabProps {
  name: 'projectLimits' | 'gameLimits'
  lines: readonly Line[]
  whereLabel: string
  where: { value: string; label: string }[]
  whereOf: (line: Line) => string
  place: (line: Line, where: string) => Line
  fresh: Line
  onChange: (lines: Line[]) => void
}

function Lines<Line extends Bounds>(props: LinesProps<Line>) {
  const { lines, fresh, onChange, isOwner } = props
  const { limits } = useTexts(PROJECT_TEXTS)
  return (
    <Stack gap="sm">
      {lines.length === 0 && (
        <Text size="sm" c="dimmed">
          {limits.empty}
        </Text>
      )}
      {lines.map((line, at) => (
        // A removed line gives its position to another: inputs are recreated from the values.
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id
        <LimitLine key={`${at} of ${lines.length}`} {...props} line={line} at={at} />
      ))}
      {isOwner && (
        <Group>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={<Icon name="plus" size={14} />}
            onClick={() => onChange([...lines, fresh])}
          >
            {limits.add}
          </Button>
        </Group>
      )}
    </Stack>
  )
}

function LimitLine<Line extends Bounds>({
  line,
  at,
  ...props
}: LinesProps<Line> & { line: Line; at: number }) {
  const { name, lines, where, whereLabel, whereOf, place, onChange, choices } = props
  const { isOwner, problemOf } = props
  const { limits } = useTexts(PROJECT_TEXTS)
  const change = (changed: Line) => onChange(lines.map((each, i) => (i === at ? changed : each)))
  const problem = problemOf(`${name}[${at}]`)
  return (
    <div data-line={`${name}[${at}]`}>
      <div className="limit-line">
        <Select
          label={whereLabel}
          data={where}
          value={whereOf(line)}
          onChange={value => change(place(line, value ?? whereOf(line)))}
          allowDeselect={false}
          searchable
          disabled={!isOwner}
          error={problem !== undefined}
        />
        <Select
          label={limits.currency}
          data={choices.currencies}
          value={line.currency}
          onChange={value => change({ ...line, currency: value ?? line.currency })}
          allowDeselect={false}
          disabled={!isOwner}
          error={problem !== undefined}
        />
        <MinorInput
          label={limits.min}
          placeholder={limits.none}
          minor={line.min ?? ''}
          onChange={min => change({ ...line, min: min === '' ? null : min })}
          disabled={!isOwner}
          error={problem !== undefined}
        />
        <MinorInput
          label={limits.max}
          minor={line.max}
          onChange={max => change({ ...line, max })}
          disabled={!isOwner}
          error={problem !== undefined}
        />
        {isOwner && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            className="limit-remove"
            aria-label={fill(limits.remove, { n: at + 1 })}
            onClick={() => onChange(lines.filter((_, i) => i !== at))}
          >
            <Icon name="cross" size={16} />
          </ActionIcon>
        )}
      </div>
      <Problem text={problem && limits.problem} />
    </div>
  )
}
