// What a record changed, in one line of its row.

import { Text } from '@mantine/core'
import type { AuditRecord } from '../../../../src/admin/audit/schema.ts'
import { useTexts } from '../../language.tsx'
import { fill } from '../../texts/bilingual.ts'
import { findDifferences } from './difference.ts'
import { AUDIT_TEXTS } from './texts.ts'

const SHOWN = 2

export function ChangeSummary({ before, after }: AuditRecord) {
  const texts = useTexts(AUDIT_TEXTS)
  const differences = findDifferences(before, after)
  const more = differences.length - SHOWN
  if (differences.length === 0) return '–'
  return (
    <Text size="xs" component="div" className="summary">
      {differences.slice(0, SHOWN).map(({ path, before: was, after: is }) => (
        <div key={path}>
          <span className="faint">{path}</span> {was !== null && <s>{was}</s>} {is}
        </div>
      ))}
      {more > 0 && <span className="faint">{fill(texts.more, { count: more })}</span>}
    </Text>
  )
}
