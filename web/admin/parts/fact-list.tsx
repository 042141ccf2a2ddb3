// A list of names with their values.

import type { ReactNode } from 'react'
import { visible } from './visible.tsx'

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
