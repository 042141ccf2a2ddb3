// How single values are shown: an amount, a time, a state, a list of facts, a text from outside.

import { type ReactNode, useEffect, useState } from 'react'
import { showInvisible } from '../../../src/core/visible-text.ts'
import { useLanguage } from '../language.tsx'
import { printAgo, printMoney, printTime } from './print.ts'

interface AmountProps {
  /** Minor units. */
  minor: string
  currency: string
}

export function Amount({ minor, currency }: AmountProps) {
  const { language } = useLanguage()
  return (
    <span data-minor={minor} style={{ whiteSpace: 'nowrap' }}>
      {printMoney(minor, currency, language)}
    </span>
  )
}

interface TimeProps {
  /** ISO 8601, UTC. */
  at: string
  /** As "3 minutes ago", which updates itself. */
  ago?: boolean
}

const AGO_EVERY_MS = 10_000

/** In the account's time zone, with UTC on hover. */
export function Time({ at, ago = false }: TimeProps) {
  const { language } = useLanguage()
  const nowMs = useNow(ago)
  const full = printTime(at, language)
  return (
    <time dateTime={at} title={ago ? `${full} (${at})` : at} style={{ whiteSpace: 'nowrap' }}>
      {ago ? printAgo(at, nowMs, language) : full}
    </time>
  )
}

function useNow(goesOn: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => setNowMs(Date.now()), AGO_EVERY_MS)
    return () => clearInterval(timer)
  }, [goesOn])
  return nowMs
}

export type Tone = 'good' | 'warning' | 'bad' | 'neutral' | 'busy'

/** A state as a word, with a colour of the same meaning. */
export function StateBadge({ tone, text }: { tone: Tone; text: string }) {
  return (
    <span className="tone" data-tone={tone}>
      {text}
    </span>
  )
}

export type Fact = readonly [name: string, value: ReactNode]

interface FactListProps {
  /** A fact whose value is null or false is left out. */
  facts: readonly Fact[]
  className?: string
}

export function FactList({ facts, className = 'facts' }: FactListProps) {
  return (
    <dl className={className}>
      {facts.map(([name, value]) =>
        value === null || value === false ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}

/**
 * A text of an operator or a player with direction marks and control characters as escapes, so that
 * it can neither imitate another text nor reorder what follows. Composed nodes are unchanged: they
 * show their own texts.
 */
export function visible(shown: ReactNode): ReactNode {
  return typeof shown === 'string' ? showInvisible(shown) : shown
}

/** The same, line by line: the line breaks of a text stay. */
export const visibleLines = (text: string) => text.split('\n').map(showInvisible).join('\n')
