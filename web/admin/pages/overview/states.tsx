// Unfinished rounds by what they wait for, of all projects or of one.

import type { Overview } from '../../../../src/admin/overview/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { RoundsLink } from '../../parts/links.tsx'
import { printDuration, printNumber } from '../../parts/print.ts'
import { TableSection } from '../../parts/section.tsx'
import { OVERVIEW_TEXTS } from './texts.ts'

type State = NonNullable<Overview['unfinished']>[number]

export function States({ unfinished }: Pick<Overview, 'unfinished'>) {
  const texts = useTexts(OVERVIEW_TEXTS)
  const { language } = useLanguage()
  const names: Readonly<Record<string, string>> = texts.stateNames
  const columns: Column<State>[] = [
    { header: texts.state, cell: ({ state }) => names[state] ?? state },
    {
      header: texts.rounds,
      align: 'right',
      cell: ({ state, rounds }) => (
        <RoundsLink of={{ state: state === 'in_progress' ? 'playing' : state }}>
          {printNumber(rounds, language)}
        </RoundsLink>
      ),
    },
    {
      header: texts.oldestColumn,
      align: 'right',
      cell: ({ rounds, oldestSeconds }) =>
        rounds === 0 ? '–' : printDuration(oldestSeconds * 1000, language),
    },
  ]
  return (
    <TableSection
      title={texts.states}
      columns={columns}
      rows={unfinished ?? []}
      rowId={({ state }) => state}
      empty={texts.unknown}
    />
  )
}
