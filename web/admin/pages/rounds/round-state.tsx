// The state of a round as a badge.

import type { RoundRow } from '../../../../src/admin/rounds/schema.ts'
import { useTexts } from '../../language.tsx'
import { StateBadge, type Tone } from '../../parts/values.tsx'
import { ROUND_TEXTS } from './texts.ts'

const TONES: Readonly<Record<RoundRow['state'], Tone>> = {
  debit_pending: 'busy',
  in_progress: 'busy',
  credit_pending: 'busy',
  settled: 'good',
  rejected: 'neutral',
  cancelled: 'neutral',
  reconciliation_required: 'bad',
}

export function RoundState({ state }: { state: RoundRow['state'] }) {
  const { states } = useTexts(ROUND_TEXTS)
  return <StateBadge tone={TONES[state]} text={states[state]} />
}
