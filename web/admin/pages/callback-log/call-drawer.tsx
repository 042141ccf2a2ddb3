// One call beside the list: its facts, what was sent and what came back.

import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { CallbackLogCall } from '../../../../src/admin/callback-log/schema.ts'
import { at, callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { PlayerLink, RoundLink, SessionLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { printDuration } from '../../parts/print.ts'
import { StateBadge } from '../../parts/state-badge.tsx'
import { Time } from '../../parts/time.tsx'
import { visible } from '../../parts/visible.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { Body } from './body.tsx'
import { CALLBACK_LOG_TEXTS } from './texts.ts'

interface CallDrawerProps {
  projectId: string
  /** Empty: closed. */
  callId: string
  onClose: () => void
}

export function CallDrawer({ projectId, callId, onClose }: CallDrawerProps) {
  const { parts } = useTexts(FRAME_TEXTS)
  const path = at('/projects/:projectId/callback-log/:callId', { projectId, callId })
  const call = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => callAdmin<CallbackLogCall>('GET', path, { signal }),
    enabled: callId !== '',
  })
  return (
    <Drawer
      opened={callId !== ''}
      onClose={onClose}
      position="right"
      size="lg"
      title={call.data?.method ?? ''}
      closeButtonProps={{ 'aria-label': parts.close }}
    >
      {callId !== '' && (
        <Loaded query={call}>{read => <Details projectId={projectId} call={read} />}</Loaded>
      )}
    </Drawer>
  )
}

function Details({ projectId, call }: { projectId: string; call: CallbackLogCall }) {
  const { playerId, sessionId, roundId } = call
  const texts = useTexts(CALLBACK_LOG_TEXTS)
  const { language } = useLanguage()
  const noAnswer = call.httpStatus === null ? texts.noAnswer : texts.noText
  const id = (text: string | null) => text !== null && <CopyText text={text} />
  return (
    <Stack gap="md">
      <div>
        <StateBadge tone={call.outcome === 'failed' ? 'bad' : 'good'} text={call.code} />
        <Text size="sm" mt={6}>
          {texts.meaning[call.code]}
        </Text>
      </div>
      <dl className="facts">
        <Fact name={texts.at} value={<Time at={call.at} />} />
        <Fact name={texts.latency} value={printDuration(call.latencyMs, language)} />
        <Fact name={texts.status} value={call.httpStatus} />
        <Fact name={texts.detail} value={call.detail} />
        <Fact name={texts.attempt} value={call.attempt} />
        <Fact name={texts.project} value={<ProjectName projectId={projectId} />} />
        <Fact
          name={texts.player}
          value={playerId !== null && <PlayerLink projectId={projectId} playerId={playerId} />}
        />
        <Fact
          name={texts.round}
          value={roundId !== null && <RoundLink roundId={roundId} isWhole />}
        />
        <Fact name={texts.transaction} value={id(call.transactionId)} />
        <Fact
          name={texts.session}
          value={
            playerId !== null &&
            sessionId !== null && (
              <SessionLink projectId={projectId} playerId={playerId} sessionId={sessionId} />
            )
          }
        />
        <Fact name={texts.currency} value={call.currency} />
        <Fact name={texts.node} value={call.node} />
      </dl>
      <BodyPart
        title={texts.sent}
        note={texts.keyNote}
        text={call.requestBody}
        none={texts.noText}
      />
      <BodyPart
        title={texts.answered}
        note={fill(texts.byteCount, { count: call.answerBytes })}
        text={call.answerBody}
        none={noAnswer}
      />
    </Stack>
  )
}

/** Renders nothing without a value. */
function Fact({ name, value }: { name: string; value: ReactNode }) {
  if (value === null || value === false) return null
  return (
    <div>
      <dt>{name}</dt>
      <dd>{visible(value)}</dd>
    </div>
  )
}

interface BodyPartProps {
  title: string
  note: string
  text: string | null
  none: string
}

function BodyPart({ title, note, text, none }: BodyPartProps) {
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Title order={3}>{title}</Title>
        <Text size="xs" c="dimmed">
          {note}
        </Text>
      </Group>
      {text === null ? (
        <Text size="sm" c="dimmed">
          {none}
        </Text>
      ) : (
        <Body label={title} text={text} />
      )}
    </section>
  )
}
