// The actions on a round. A disabled action explains why; a viewer may only download the dispute
// pack.

import { Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type {
  CancelledAnswer,
  PushedAnswer,
  PutBackAnswer,
  RoundDetail,
} from '../../../../src/admin/rounds/schema.ts'
import { AdminRefusal, addressOf, at, callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { notify } from '../../parts/notices.tsx'
import { useChange } from '../../queries.ts'
import { useIsOwner } from '../../session.tsx'
import { fill, type PanelLanguage } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { ROUND_TEXTS } from './texts.ts'

type Action = keyof RoundDetail['actions']
const ACTIONS: readonly Action[] = ['push', 'putBack', 'cancel']

export function RoundActions({ round }: { round: RoundDetail }) {
  const { actions: texts, why } = useTexts(ROUND_TEXTS)
  const { ownerOnly } = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const isOwner = useIsOwner()
  const [open, setOpen] = useState<Action | null>(null)
  const [pushed, setPushed] = useState<PushedAnswer | null>(null)
  const pack = useChange(async () => {
    await savePack(round.roundId, language)
    notify(texts.packDone)
  }, ['/rounds'])
  const reasons: Readonly<Record<string, string>> = why
  const whyNot = (action: Action) => {
    const { isAllowed, code } = round.actions[action]
    if (!isAllowed) return reasons[code ?? ''] ?? code
    return isOwner ? null : ownerOnly
  }
  return (
    <Stack gap="sm" align="flex-end">
      <Group gap="sm">
        {ACTIONS.map(action => (
          <ActionKey
            key={action}
            name={action}
            whyNot={whyNot(action)}
            onPress={() => setOpen(action)}
          />
        ))}
        <Button variant="default" loading={pack.isPending} onClick={() => pack.mutate(undefined)}>
          {texts.pack}
        </Button>
      </Group>
      <ErrorNotice error={pack.error} />
      {pushed !== null && <PushOutcome pushed={pushed} onClose={() => setPushed(null)} />}
      <ActionDialog
        round={round}
        action={open}
        onClose={() => setOpen(null)}
        onPushed={setPushed}
      />
    </Stack>
  )
}

interface ActionKeyProps {
  name: Action
  /** Null: the action is allowed. */
  whyNot: string | null
  onPress: () => void
}

/** A disabled action stays focusable and explains why it is disabled. */
function ActionKey({ name, whyNot, onPress }: ActionKeyProps) {
  const { actions: texts } = useTexts(ROUND_TEXTS)
  const key = (
    <Button
      variant={name === 'push' ? 'filled' : 'default'}
      data-test={`round-${name}`}
      {...(whyNot === null
        ? { onClick: onPress }
        : { 'data-disabled': true, 'aria-disabled': true })}
    >
      {texts[name]}
    </Button>
  )
  return whyNot === null ? key : <Tooltip label={whyNot}>{key}</Tooltip>
}

interface ActionDialogProps {
  round: RoundDetail
  action: Action | null
  onClose: () => void
  onPushed: (pushed: PushedAnswer) => void
}

function ActionDialog({ round: { roundId }, action, onClose, onPushed }: ActionDialogProps) {
  const { actions: texts } = useTexts(ROUND_TEXTS)
  const act = async ({ reason, stepUp }: Confirmed) => {
    switch (action) {
      case 'push':
        return onPushed(
          await callAdmin<PushedAnswer>('POST', at('/rounds/:roundId/push', { roundId }), {
            body: stepUp,
          }),
        )
      case 'putBack':
        await callAdmin<PutBackAnswer>('POST', at('/rounds/:roundId/put-back', { roundId }), {
          body: stepUp,
        })
        return notify(texts.putBackDone)
      case 'cancel': {
        const path = at('/rounds/:roundId/cancel', { roundId })
        const body = { reason, ...stepUp }
        const { result } = await callAdmin<CancelledAnswer>('POST', path, { body })
        return notify(result === 'cancelled' ? texts.cancelDone : texts.cancelBefore)
      }
    }
  }
  const change = useChange(act, ['/rounds'])
  const shown = action ?? 'push'
  return (
    <ConfirmDialog
      opened={action !== null}
      onClose={onClose}
      title={texts[`${shown}Title`]}
      confirmLabel={texts[shown]}
      isDangerous={shown === 'cancel'}
      asksReason={shown === 'cancel'}
      asksAgain
      onConfirm={change.mutateAsync}
    >
      {texts[`${shown}Body`]}
    </ConfirmDialog>
  )
}

function PushOutcome({ pushed, onClose }: { pushed: PushedAnswer; onClose: () => void }) {
  const texts = useTexts(ROUND_TEXTS)
  const { close } = useTexts(FRAME_TEXTS).parts
  const { answer, node, state, owes, failure, isMade } = pushed
  const parts: Readonly<Record<string, string>> = texts.owedParts
  const owed =
    owes.length === 0
      ? texts.owed.nothing
      : fill(texts.owed.list, { what: owes.map(each => parts[each] ?? each).join(', ') })
  const isOpen = failure !== null && owes.length > 0
  return (
    <Alert
      color={isMade && !isOpen ? 'teal' : 'yellow'}
      variant="light"
      role="status"
      data-test="pushed"
      title={[texts.pushed[answer ?? 'none'], node].filter(Boolean).join(' · ')}
      withCloseButton
      closeButtonLabel={close}
      onClose={onClose}
    >
      <Text size="sm">{fill(texts.pushed.now, { state: texts.states[state], owed })}</Text>
      {isOpen && (
        <Text size="sm">
          {fill(texts.pushed.failed, {
            operation: parts[failure.operation] ?? failure.operation,
            text: failure.text,
          })}
        </Text>
      )}
    </Alert>
  )
}

/** Throws AdminRefusal. */
async function savePack(roundId: string, language: PanelLanguage): Promise<void> {
  const response = await fetch(addressOf(at('/rounds/:roundId/dispute-pack', { roundId })), {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'x-admin-request': '1', 'content-type': 'application/json' },
    body: JSON.stringify({ language }),
  })
  if (!response.ok) {
    const refusal = (await response.json().catch(() => ({}))) as { message?: string }
    throw new AdminRefusal(response.status, refusal)
  }
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `round-${roundId}.html`
  link.click()
  URL.revokeObjectURL(link.href)
}
