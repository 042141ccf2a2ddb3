// The dialogs of the people page, one at a time. A one-time link is shown once and dropped when its
// dialog closes.

import { Button, Group, Stack, Text } from '@mantine/core'
import type { Static } from 'typebox'
import type {
  Person,
  PersonChange,
  PersonLink,
  Sessions,
} from '../../../../src/admin/accounts/schema.ts'
import type { StepUp } from '../../../../src/admin/sign-in/schema.ts'
import { at, callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { CopyText } from '../../parts/copy-text.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { SessionTable } from '../../parts/session-table.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { NewPersonForm } from './new-person-form.tsx'
import { PEOPLE_TEXTS } from './texts.ts'

export type Asked =
  | { kind: 'add' }
  | { kind: 'link'; name: string; link: string }
  | { kind: 'sessions' | 'role' | 'reset' | 'state'; person: Person }

interface PersonDialogsProps {
  /** Null: no dialog is open. */
  asked: Asked | null
  onAsk: (asked: Asked | null) => void
}

/** The content of a dialog stays while it closes. */
export function PersonDialogs({ asked, onAsk }: PersonDialogsProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const close = () => onAsk(null)
  const person = asked !== null && 'person' in asked ? asked.person : null
  const name = person?.name ?? ''
  const link = asked?.kind === 'link' ? asked : null
  return (
    <>
      <Dialog opened={asked?.kind === 'add'} onClose={close} title={texts.add}>
        <NewPersonForm onAdded={added => onAsk({ kind: 'link', ...added })} />
      </Dialog>
      <Dialog
        opened={link !== null}
        onClose={null}
        title={fill(texts.linkTitle, { name: link?.name ?? '' })}
        size="lg"
      >
        {link !== null && <OneTimeLink {...link} onDone={close} />}
      </Dialog>
      <Dialog
        opened={asked?.kind === 'sessions'}
        onClose={close}
        title={fill(texts.sessionsOf, { name })}
        size="xl"
      >
        {person !== null && <PersonSessions person={person} />}
      </Dialog>
      {person !== null && asked !== null && (
        <PersonChanges person={person} kind={asked.kind} onAsk={onAsk} />
      )}
    </>
  )
}

interface PersonChangesProps {
  person: Person
  kind: Asked['kind']
  onAsk: (asked: Asked | null) => void
}

function PersonChanges({ person, kind, onAsk }: PersonChangesProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { name, role, isDisabled } = person
  const { accountId } = person
  const change = useChange(
    async (body: Static<typeof PersonChange> & StepUp) => {
      await callAdmin('PUT', at('/people/:accountId', { accountId }), { body })
      notify(fill(texts.changed, { name }))
    },
    ['/people'],
  )
  const reset = useChange(
    (body: StepUp) =>
      callAdmin<PersonLink>('POST', at('/people/:accountId/reset', { accountId }), { body }),
    ['/people'],
  )
  const close = () => onAsk(null)
  const other = role === 'owner' ? 'viewer' : 'owner'
  const otherName = other === 'owner' ? texts.anOwner : texts.aViewer
  return (
    <>
      <ConfirmDialog
        opened={kind === 'role'}
        onClose={close}
        title={fill(texts.roleTitle, { name, role: otherName })}
        asksAgain
        onConfirm={({ stepUp }) => change.mutateAsync({ role: other, isDisabled, ...stepUp })}
      >
        {texts.roleNote}
      </ConfirmDialog>
      <ConfirmDialog
        opened={kind === 'state'}
        onClose={close}
        title={isDisabled ? `${texts.enable}: ${name}` : fill(texts.disableTitle, { name })}
        confirmLabel={isDisabled ? texts.enable : texts.disable}
        isDangerous={!isDisabled}
        asksAgain
        onConfirm={({ stepUp }) => change.mutateAsync({ role, isDisabled: !isDisabled, ...stepUp })}
      >
        {isDisabled ? texts.roleNote : texts.disableNote}
      </ConfirmDialog>
      <ConfirmDialog
        opened={kind === 'reset'}
        onClose={close}
        title={fill(texts.resetTitle, { name })}
        isDangerous
        asksAgain
        onConfirm={({ stepUp }) => reset.mutateAsync(stepUp)}
        onConfirmed={({ link }) => onAsk({ kind: 'link', name, link })}
      >
        {texts.resetNote}
      </ConfirmDialog>
    </>
  )
}

interface OneTimeLinkProps {
  name: string
  link: string
  onDone: () => void
}

function OneTimeLink({ name, link, onDone }: OneTimeLinkProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  return (
    <Stack gap="md">
      <Text size="sm">{fill(texts.linkNote, { name })}</Text>
      <CopyText text={link} />
      <Group justify="flex-end">
        <Button onClick={onDone}>{texts.linkDone}</Button>
      </Group>
    </Stack>
  )
}

function PersonSessions({ person: { accountId } }: { person: Person }) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { account: me } = useSession()
  const path = at('/people/:accountId/sessions', { accountId })
  const sessions = useAnswer<Static<typeof Sessions>>(path)
  return (
    <Loaded query={sessions}>
      {answer =>
        answer.sessions.length === 0 ? (
          <Text size="sm">{texts.noSessions}</Text>
        ) : (
          <SessionTable
            path={path}
            sessions={answer.sessions}
            own={me.sessionId}
            outdated={[path, '/people']}
            endsAll={accountId !== me.accountId}
          />
        )
      }
    </Loaded>
  )
}
