// The limit in force for a game and a currency, and for a player: the result, and the layer that
// set it.

import { Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type {
  EffectiveLimit,
  LimitLayer,
  ProjectChoices,
} from '../../../../src/admin/projects/schema.ts'
import { callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { printMoney } from '../../parts/print.ts'
import { Section } from '../../parts/section.tsx'
import { StateBadge } from '../../parts/state-badge.tsx'
import { fill } from '../../texts/bilingual.ts'
import { pathOf } from './draft.ts'
import { PROJECT_TEXTS } from './texts.ts'

const TYPING_MS = 300

interface PartProps {
  projectId: string
  choices: ProjectChoices
}

export function EffectiveLimitPart({ projectId, choices }: PartProps) {
  const { limits } = useTexts(PROJECT_TEXTS)
  const [gameId, setGameId] = useState(choices.games[0]!.gameId)
  const [currency, setCurrency] = useState<string>('EUR')
  const [player, setPlayer] = useState('')
  const [playerId] = useDebouncedValue(player.trim(), TYPING_MS)
  const path = `${pathOf(projectId)}/effective-limit`
  const query = { gameId, currency, playerId }
  const limit = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => callAdmin<EffectiveLimit>('GET', path, { query, signal }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={limits.effective} note={limits.effectiveNote}>
      <Stack gap="md" data-test="effective-limit">
        <Group gap="sm" align="flex-end">
          <Select
            label={limits.game}
            data={choices.games.map(game => ({ value: game.gameId, label: game.name }))}
            value={gameId}
            onChange={value => setGameId(value ?? gameId)}
            allowDeselect={false}
            searchable
            miw={200}
          />
          <Select
            label={limits.currency}
            data={choices.currencies}
            value={currency}
            onChange={value => setCurrency(value ?? currency)}
            allowDeselect={false}
            w={100}
          />
          <TextInput
            label={limits.player}
            value={player}
            onChange={event => setPlayer(event.currentTarget.value)}
            maxLength={128}
            autoComplete="off"
            flex={1}
            miw={180}
          />
        </Group>
        <Loaded query={limit}>{answer => <Result limit={answer} />}</Loaded>
      </Stack>
    </Section>
  )
}

function useMoney(currency: string) {
  const { language } = useLanguage()
  return (minor: string) => printMoney(minor, currency, language)
}

/** "€0.10 to €500.00", or only the bound that is set. */
function useRange(currency: string) {
  const { limits } = useTexts(PROJECT_TEXTS)
  const print = useMoney(currency)
  return (min: string | null, max: string | null) => {
    const bounds = { min: min === null ? '' : print(min), max: max === null ? '' : print(max) }
    if (min !== null) return fill(max === null ? limits.from : limits.between, bounds)
    return max === null ? limits.unlimited : fill(limits.upTo, bounds)
  }
}

function Result({ limit }: { limit: EffectiveLimit }) {
  const { limits } = useTexts(PROJECT_TEXTS)
  const print = useMoney(limit.currency)
  const rangeOf = useRange(limit.currency)
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
            {nameLayer(layer, limits.layers)}
          </Text>
          <Text size="sm">{rangeOf(layer.min, layer.max)}</Text>
          {limit.minFrom === at && <StateBadge tone="busy" text={limits.givesMin} />}
          {limit.maxFrom === at && <StateBadge tone="busy" text={limits.givesMax} />}
        </Group>
      ))}
    </Stack>
  )
}

function nameLayer({ kind, scope }: LimitLayer, names: Record<LimitLayer['kind'], string>): string {
  return fill(names[kind], { scope: scope ?? '' })
}
