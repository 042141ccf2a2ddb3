// One call beside the list: its facts, what was sent and what came back.

import { Drawer, Group, Stack, Text, Title } from '@mantine/core'
import type { CallbackLogCall } from '../../../../src/admin/callback-log/schema.ts'
import { at } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Body } from '../../parts/body.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { PlayerLink, RoundLink, SessionLink } from '../../parts/links.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { ProjectName } from '../../parts/pauses.tsx'
import { printDuration } from '../../parts/print.ts'
import { FactList, StateBadge, Time } from '../../parts/values.tsx'
import { useAnswer } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
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
  const call = useAnswer<CallbackLogCall>(path, { enabled: callId !== '' })
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
      <FactList
        facts={[
          [texts.time, <Time key="at" at={call.at} />],
          [texts.latency, printDuration(call.latencyMs, language)],
          [texts.status, call.httpStatus],
          [texts.detail, call.detail],
          [texts.attempt, call.attempt],
          [texts.project, <ProjectName key="project" projectId={projectId} />],
          [texts.playerId, playerId && <PlayerLink projectId={projectId} playerId={playerId} />],
          [texts.roundId, roundId && <RoundLink roundId={roundId} isWhole />],
          [texts.transaction, id(call.transactionId)],
          [
            texts.session,
            playerId && sessionId && <SessionLink {...{ projectId, playerId, sessionId }} />,
          ],
          [texts.currency, call.currency],
          [texts.node, call.node],
        ]}
      />
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
