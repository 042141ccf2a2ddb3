// The one search of the panel, in the head of every page and by Ctrl K or ⌘ K: what the typed
// text finds, by kind, chosen with the arrow keys or the pointer. Must never keep what was typed.

import {
  ActionIcon,
  Kbd,
  Modal,
  Text,
  TextInput,
  UnstyledButton,
  VisuallyHidden,
} from '@mantine/core'
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks'
import { keepPreviousData } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { useLocation } from 'wouter'
import type { SearchAnswer } from '../../../src/admin/search/schema.ts'
import { at, withQuery } from '../api.ts'
import { useTexts } from '../language.tsx'
import { RoundState } from '../pages/rounds/round-state.tsx'
import { Icon } from '../parts/icons.tsx'
import { ErrorNotice } from '../parts/loaded.tsx'
import { Amount, StateBadge, Time, visible } from '../parts/values.tsx'
import { useAnswer } from '../queries.ts'
import { fill } from '../texts/bilingual.ts'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { SEARCH_TEXTS } from './search-texts.ts'

/** Between two keys of a person who types: the last one asks. */
const TYPING_MS = 150
/** Longer than any id. */
const TEXT_MAX_CHARS = 128

const isMac = /mac|iphone|ipad/i.test(navigator.platform)

export function Search() {
  const texts = useTexts(SEARCH_TEXTS)
  const { parts } = useTexts(FRAME_TEXTS)
  const [isOpen, { open, close }] = useDisclosure(false)
  // In a field of a form too; no field of the panel uses the key.
  useHotkeys([['mod+K', open]], [])
  return (
    <>
      <UnstyledButton
        className="search-box"
        visibleFrom="sm"
        onClick={open}
        aria-keyshortcuts="Control+K Meta+K"
        data-test="search"
      >
        <Icon name="search" size={16} />
        <span>{texts.open}</span>
        <Kbd size="xs" aria-hidden="true">
          {isMac ? '⌘ K' : 'Ctrl K'}
        </Kbd>
      </UnstyledButton>
      <ActionIcon
        hiddenFrom="sm"
        variant="subtle"
        color="gray"
        size="lg"
        aria-label={texts.open}
        onClick={open}
        data-test="search-small"
      >
        <Icon name="search" />
      </ActionIcon>
      <Modal
        opened={isOpen}
        onClose={close}
        title={texts.title}
        size="lg"
        yOffset="8dvh"
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <SearchDialog onDone={close} />
      </Modal>
    </>
  )
}

/** One thing that was found. */
interface Hit {
  kind: Kind
  key: string
  to: string
  name: ReactNode
  about: ReactNode
}

/** Inside the dialog, so that a closed one keeps nothing. */
function SearchDialog({ onDone }: { onDone: () => void }) {
  const texts = useTexts(SEARCH_TEXTS)
  const [, navigate] = useLocation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [wanted] = useDebouncedValue(typed.trim(), TYPING_MS)
  const [at, setAt] = useState(0)
  const found = useAnswer<SearchAnswer>('/search', {
    query: { text: wanted },
    enabled: wanted !== '',
    placeholderData: keepPreviousData,
  })
  const isAsked = typed.trim() !== '' && wanted !== ''
  const isCurrent = isAsked && wanted === typed.trim() && !found.isPlaceholderData
  const answer = isAsked ? found.data : undefined
  const hits = answer === undefined ? [] : listHits(answer, texts.blocked)
  const chosen = Math.min(at, hits.length - 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another text begins at its first hit
  useEffect(() => setAt(0), [wanted])
  const go = (hit: Hit | undefined) => {
    if (hit === undefined) return
    onDone()
    navigate(hit.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowDown: 1, ArrowUp: -1 }
    const step = steps[event.key]
    if (step !== undefined && hits.length > 0) {
      event.preventDefault()
      setAt((chosen + step + hits.length) % hits.length)
    }
    // What is shown for an earlier text is not what was asked for.
    if (event.key === 'Enter' && isCurrent) go(hits[chosen])
  }
  return (
    <>
      <TextInput
        value={typed}
        onChange={event => setTyped(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        label={texts.label}
        description={texts.note}
        maxLength={TEXT_MAX_CHARS}
        spellCheck={false}
        autoComplete="off"
        leftSection={<Icon name="search" size={16} />}
        data-autofocus
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        {...(hits.length > 0 ? { 'aria-activedescendant': `${id}-${chosen}` } : {})}
      />
      <Text size="sm" c="dimmed" mt="sm" role="status" mih="1.25rem">
        {sayState(texts, isAsked, isCurrent, hits.length)}
      </Text>
      {answer?.isIncomplete === true && <StateBadge tone="warning" text={texts.incomplete} />}
      <ErrorNotice error={isAsked ? found.error : null} onRetry={() => void found.refetch()} />
      <div id={`${id}-list`} role="listbox" aria-label={texts.results} className="found">
        {KINDS.map(kind => (
          <HitGroup
            key={kind}
            id={id}
            title={texts.kinds[kind]}
            hits={hits}
            kind={kind}
            chosen={chosen}
            onChoose={go}
          />
        ))}
      </div>
    </>
  )
}

function sayState(
  texts: (typeof SEARCH_TEXTS)['en'],
  isAsked: boolean,
  isCurrent: boolean,
  count: number,
): string {
  if (!isAsked) return ''
  if (!isCurrent) return texts.searching
  return count === 0 ? texts.none : fill(texts.count, { count })
}

interface HitGroupProps {
  id: string
  title: string
  /** Of every kind: their places in the list of all. */
  hits: readonly Hit[]
  kind: Kind
  chosen: number
  onChoose: (hit: Hit) => void
}

function HitGroup({ id, title, hits, kind, chosen, onChoose }: HitGroupProps) {
  const titleId = `${id}-${kind}`
  if (!hits.some(hit => hit.kind === kind)) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is no part of a listbox
    <div role="group" aria-labelledby={titleId}>
      <Text id={titleId} size="xs" fw={600} c="dimmed" mt="sm" mb={4}>
        {title}
      </Text>
      {hits.map(
        (hit, place) =>
          hit.kind === kind && (
            <HitOption
              key={hit.key}
              id={`${id}-${place}`}
              hit={hit}
              isChosen={place === chosen}
              onChoose={() => onChoose(hit)}
            />
          ),
      )}
    </div>
  )
}

interface HitOptionProps {
  id: string
  hit: Hit
  isChosen: boolean
  onChoose: () => void
}

/** The keys are pressed in the field, which keeps the focus. */
function HitOption({ id, hit, isChosen, onChoose }: HitOptionProps) {
  const option = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isChosen) option.current?.scrollIntoView({ block: 'nearest' })
  }, [isChosen])
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: chosen by aria-activedescendant
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the keys
    <div
      id={id}
      ref={option}
      role="option"
      aria-selected={isChosen}
      onClick={onChoose}
      data-to={hit.to}
    >
      <div className="found-name">{hit.name}</div>
      <div className="found-about">{hit.about}</div>
    </div>
  )
}

const KINDS = ['transactions', 'rounds', 'players', 'sessions', 'grants', 'targets'] as const
type Kind = (typeof KINDS)[number]

const PLAYER = '/projects/:projectId/players/:playerId'
type Player = { projectId: string; playerId: string }
const toPlayer = ({ projectId, playerId }: Player) => at(PLAYER, { projectId, playerId })

/** In the order in which they are shown. */
function listHits(found: SearchAnswer, blocked: string): Hit[] {
  const given = (kind: 'grants' | 'targets') =>
    found[kind].map(row => ({
      kind,
      key: row.id,
      to: withQuery(toPlayer(row), { tab: kind }),
      name: nameId(row.externalId ?? row.id),
      about: (
        <>
          <StateBadge tone="neutral" text={row.status} />
          {row.gameId} <Whose {...row} />
        </>
      ),
    }))
  return [
    ...found.transactions.map(({ transaction, round }) => ({
      kind: 'transactions' as const,
      key: transaction,
      to: at('/rounds/:roundId', round),
      name: nameId(transaction),
      about: <AboutRound {...round} />,
    })),
    ...found.rounds.map(round => ({
      kind: 'rounds' as const,
      key: round.roundId,
      to: at('/rounds/:roundId', round),
      name: nameId(round.roundId),
      about: <AboutRound {...round} />,
    })),
    ...found.players.map(row => ({
      kind: 'players' as const,
      key: `${row.projectId} ${row.playerId}`,
      to: toPlayer(row),
      name: visible(row.playerId),
      about: (
        <>
          {row.isBlocked && <StateBadge tone="bad" text={blocked} />}
          {row.tags.map(tag => (
            <StateBadge key={tag} tone="neutral" text={tag} />
          ))}
          {row.projectId}
        </>
      ),
    })),
    ...found.sessions.map(row => ({
      kind: 'sessions' as const,
      key: row.sessionId,
      to: withQuery(toPlayer(row), { session: row.sessionId }),
      name: nameId(row.sessionId),
      about: (
        <>
          <Time at={row.createdAt} /> {row.gameId} <Whose {...row} />
        </>
      ),
    })),
    ...given('grants'),
    ...given('targets'),
  ]
}

const nameId = (id: string) => <span className="code">{visible(id)}</span>

/** Its player and project, as texts: an option contains no links. */
function Whose({ projectId, playerId }: Player) {
  return (
    <span>
      {visible(playerId)}
      <VisuallyHidden>, </VisuallyHidden> · {projectId}
    </span>
  )
}

function AboutRound(round: SearchAnswer['rounds'][number]) {
  return (
    <>
      <RoundState state={round.state} />
      <Amount minor={round.betMinor} currency={round.currency} />
      <Time at={round.createdAt} /> {round.gameId} <Whose {...round} />
    </>
  )
}
