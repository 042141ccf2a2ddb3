// A list of names with their values.

import type { ReactNode } from 'react'
import { visible } from '../../parts/visible.tsx'

export type Fact = readonly [name: string, value: ReactNode]

/** Facts without a value are left out. */
export function FactList({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(([name, value]) =>
        value === null ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{visible(value)}</dd>
          </div>
        ),
      )}
    </dl>
  )
}
