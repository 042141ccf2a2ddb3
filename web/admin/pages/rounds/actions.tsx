// The actions on a round. A disabled action explains why; everyone may download the dispute pack.

import { Alert, Button, Group, Stack, Text, Tooltip } from '@mantine/core'
import { useState } from 'react'
import type { AdminAction } from '../../../../src/admin/access/actions.ts'
import type {
  CancelledAnswer,
  PushedAnswer,
  PutBackAnswer,
  RoundDetail,
} from '../../../../src/admin/rounds/schema.ts'
import { askAdmin, at, callAdmin } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { ErrorNotice } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { useChange } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill, type PanelLanguage } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import { ROUND_TEXTS } from './texts.ts'

/** The lists of rounds, and the round. */
const outdatedBy = (roundId: string) => ['/rounds', at('/rounds/:roundId', { roundId })]

type Action = keyof RoundDetail['actions']
const ACTIONS = {
  push: 'round.push',
  putBack: 'round.put-back',
  cancel: 'round.cancel',
} as const satisfies Record<Action, AdminAction>
const NAMES = Object.keys(ACTIONS) as Action[]

export function RoundActions({ round }: { round: RoundDetail }) {
  const { actions: texts, why } = useTexts(ROUND_TEXTS)
  const { notYours } = useTexts(FRAME_TEXTS)
  const { language } = useLanguage()
  const { account, actions } = useSession()
  const may = (action: Action) => actions.includes(ACTIONS[action])
  const [open, setOpen] = useState<Action | null>(null)
  const [pushed, setPushed] = useState<PushedAnswer | null>(null)
  const pack = useChange(async () => {
    await savePack(round.roundId, language)
    notify(texts.packDone)
  }, outdatedBy(round.roundId))
  const reasons: Readonly<Record<string, string>> = why
  const whyNot = (action: Action) => {
    const { isAllowed, code } = round.actions[action]
    if (!isAllowed) return reasons[code ?? ''] ?? code
    return may(action) ? null : notYours
  }
  return (
    <Stack gap="sm" align="flex-end">
      <Group gap="sm">
        {NAMES.filter(action => account.projectId === null || may(action)).map(action => (
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
  const send = <Answer,>(path: string, body: object) =>
    callAdmin<Answer>('POST', `${at('/rounds/:roundId', { roundId })}/${path}`, { body })
  const act = async ({ reason, stepUp }: Confirmed) => {
    switch (action) {
      case 'push':
        return onPushed(await send<PushedAnswer>('push', stepUp))
      case 'putBack':
        await send<PutBackAnswer>('put-back', stepUp)
        return notify(texts.putBackDone)
      case 'cancel': {
        const { result } = await send<CancelledAnswer>('cancel', { reason, ...stepUp })
        return notify(result === 'cancelled' ? texts.cancelDone : texts.cancelBefore)
      }
    }
  }
  const shown = action ?? 'push'
  return (
    <ConfirmDialog
      opened={action !== null}
      onClose={onClose}
      title={texts[`${shown}Title`]}
      confirmLabel={texts[shown]}
      isDangerous={shown === 'cancel'}
      asksReason={shown === 'cancel'}
      onConfirm={act}
      outdated={outdatedBy(roundId)}
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
  const path = at('/rounds/:roundId/dispute-pack', { roundId })
  const response = await askAdmin('POST', path, { body: { language } })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = `round-${roundId}.html`
  link.click()
  URL.revokeObjectURL(link.href)
}
