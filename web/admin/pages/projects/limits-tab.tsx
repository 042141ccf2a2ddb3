// The two tables of bet limits, line by line, and the limit in force.

import { ActionIcon, Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  EffectiveLimit,
  GameLimit,
  ProjectChoices,
  ProjectLimit,
} from '../../../../src/admin/projects/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Icon } from '../../parts/icons.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { MinorInput } from '../../parts/minor-input.tsx'
import { printMoney } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { pathOf } from './draft.ts'
import { Problem, type TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

export function LimitsTab(props: TabProps) {
  const { read, draft, choices } = props
  const texts = useTexts(PROJECT_TEXTS)
  const { limits } = texts
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
      <Section title={texts.values.gameLimits} note={limits.gamesNote}>
        <Lines<GameLimit>
          {...props}
          name="gameLimits"
          lines={gameLimits}
          whereLabel={texts.game}
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

type Bounds = Pick<ProjectLimit, 'currency' | 'min' | 'max'>

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
  const { lines, fresh, onChange, mayChange } = props
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
      {mayChange && (
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
  const { mayChange, problemOf } = props
  const { limits, currency } = useTexts(PROJECT_TEXTS)
  const change = (changed: Line) => onChange(lines.map((each, i) => (i === at ? changed : each)))
  const problem = problemOf(`${name}[${at}]`)
  const shared = { disabled: !mayChange, error: problem !== undefined }
  return (
    <div data-line={`${name}[${at}]`}>
      <div className="limit-line">
        <Select
          label={whereLabel}
          data={where}
          value={whereOf(line)}
          onChange={value => change(place(line, value ?? whereOf(line)))}
          searchable
          {...shared}
        />
        <Select
          label={currency}
          data={choices.currencies}
          value={line.currency}
          onChange={value => change({ ...line, currency: value ?? line.currency })}
          {...shared}
        />
        <MinorInput
          label={limits.min}
          placeholder={limits.none}
          minor={line.min ?? ''}
          onChange={min => change({ ...line, min: min === '' ? null : min })}
          {...shared}
        />
        <MinorInput
          label={limits.max}
          minor={line.max}
          onChange={max => change({ ...line, max })}
          {...shared}
        />
        {mayChange && (
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

const TYPING_MS = 300

interface PartProps {
  projectId: string
  choices: ProjectChoices
}

function EffectiveLimitPart({ projectId, choices }: PartProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const { limits } = texts
  const [gameId, setGameId] = useState(choices.games[0]!.gameId)
  const [currency, setCurrency] = useState<string>('EUR')
  const [player, setPlayer] = useState('')
  const [playerId] = useDebouncedValue(player.trim(), TYPING_MS)
  const path = `${pathOf(projectId)}/effective-limit`
  const query = { gameId, currency, playerId }
  const limit = useAnswer<EffectiveLimit>(path, { query, placeholderData: keepPreviousData })
  return (
    <Section title={limits.effective} note={limits.effectiveNote}>
      <Stack gap="md" data-test="effective-limit">
        <Group gap="sm" align="flex-end">
          <Select
            label={texts.game}
            data={choices.games.map(game => ({ value: game.gameId, label: game.name }))}
            value={gameId}
            onChange={value => setGameId(value ?? gameId)}
            searchable
            miw={200}
          />
          <Select
            label={texts.currency}
            data={choices.currencies}
            value={currency}
            onChange={value => setCurrency(value ?? currency)}
            w={100}
          />
          <TextInput
            label={texts.optionalPlayer}
            value={player}
            onChange={event => setPlayer(event.currentTarget.value)}
            maxLength={128}
            flex={1}
            miw={180}
          />
        </Group>
        <Loaded query={limit}>{answer => <Result limit={answer} />}</Loaded>
      </Stack>
    </Section>
  )
}

function Result({ limit }: { limit: EffectiveLimit }) {
  const { limits } = useTexts(PROJECT_TEXTS)
  const { language } = useLanguage()
  const print = (minor: string) => printMoney(minor, limit.currency, language)
  /** "€0.10 to €500.00", or only the bound that is set. */
  const rangeOf = (min: string | null, max: string | null) => {
    const bounds = { min: min === null ? '' : print(min), max: max === null ? '' : print(max) }
    if (min !== null) return fill(max === null ? limits.from : limits.between, bounds)
    return max === null ? limits.unlimited : fill(limits.upTo, bounds)
  }
  const native = { min: print(limit.nativeMinMinor), max: print(limit.nativeMaxMinor) }
  return (
    <Stack gap="sm">
      <div>
        <Text size="xs" c="dimmed" fw={600}>
          {limits.range}
        </Text>
        <Text size="xl" fw={650} data-test="range">
          {rangeOf(limit.minMinor, limit.maxMinor)}
        </Text>
        <Text size="sm" c="dimmed">
          {fill(limits.native, native)}{' '}
          {limit.extendedToMinor !== null &&
            fill(limits.extended, { max: print(limit.extendedToMinor) })}
        </Text>
        {!limit.isPlayable && <StateBadge tone="bad" text={limits.unplayable} />}
      </div>
      {limit.layers.length === 0 && <Text size="sm">{limits.noLayers}</Text>}
      {limit.layers.map((layer, at) => (
        <Group key={`${layer.kind} ${layer.scope}`} gap="sm" className="layer">
          <Text size="sm" fw={500}>
            {fill(limits.layers[layer.kind], { scope: layer.scope ?? '' })}
          </Text>
          <Text size="sm">{rangeOf(layer.min, layer.max)}</Text>
          {limit.minFrom === at && <StateBadge tone="busy" text={limits.givesMin} />}
          {limit.maxFrom === at && <StateBadge tone="busy" text={limits.givesMax} />}
        </Group>
      ))}
    </Stack>
  )
}
