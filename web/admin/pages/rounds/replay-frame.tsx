// The replay of a round in the game's own page, loaded on demand.

import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import type { RoundDetail } from '../../../../src/admin/rounds/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Section } from '../../parts/section.tsx'
import { ROUND_TEXTS } from './texts.ts'

/** The controls are at its lower edge. */
function bringIntoView(frame: HTMLIFrameElement | null): void {
  frame?.scrollIntoView({ block: 'center' })
}

export function ReplayFrame({ round }: { round: RoundDetail }) {
  const { replay } = useTexts(ROUND_TEXTS)
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const { roundId, gameId } = round
  if (!round.replay.isPossible) {
    return (
      <Section title={replay.title}>
        <Text size="sm">
          {replay.impossible} {round.replay.reason}
        </Text>
      </Section>
    )
  }
  const query = new URLSearchParams({ round: roundId, language })
  return (
    <Section
      title={replay.title}
      note={replay.note}
      actions={
        <Button variant={isOpen ? 'default' : 'filled'} onClick={() => setOpen(!isOpen)}>
          {isOpen ? replay.close : replay.watch}
        </Button>
      }
    >
      {isOpen && (
        <iframe
          ref={bringIntoView}
          className="replay"
          title={replay.frame}
          src={`/admin/replay/${encodeURIComponent(gameId)}/?${query}`}
        />
      )}
    </Section>
  )
}
