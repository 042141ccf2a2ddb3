// Whether a page that is pushed is connected.

import { useTexts } from '../../language.tsx'
import type { LiveState } from '../../live.ts'
import { StateBadge, type Tone } from '../../parts/values.tsx'
import { FRAME_TEXTS } from '../../texts/texts.ts'

const TONES: Readonly<Record<LiveState, Tone>> = { connecting: 'busy', live: 'good', lost: 'bad' }

export function LiveMark({ state }: { state: LiveState }) {
  const { live } = useTexts(FRAME_TEXTS)
  return (
    <span role="status" data-test="live" data-state={state}>
      <StateBadge tone={TONES[state]} text={live[state]} />
    </span>
  )
}
