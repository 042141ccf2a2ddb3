// The dialogs of the people page, one at a time. A one-time link is shown once and dropped when its
// dialog closes.

import { Button, Group, Select, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
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
import { Dialog, type OpenedProps } from '../../parts/dialog.tsx'
import { Loaded } from '../../parts/loaded.tsx'
import { SessionTable } from '../../parts/session-table.tsx'
import { useAnswer } from '../../queries.ts'
import { useSession } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
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
      <NewPerson
        opened={asked?.kind === 'add'}
        onClose={close}
        onAdded={added => onAsk({ kind: 'link', ...added })}
      />
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
  const { accountId, name, role, isDisabled } = person
  const path = at('/people/:accountId', { accountId })
  const other = role === 'owner' ? 'viewer' : 'owner'
  const otherName = other === 'owner' ? texts.anOwner : texts.aViewer
  const change = (changed: Partial<Static<typeof PersonChange>>, stepUp: StepUp) =>
    callAdmin('PUT', path, { body: { role, isDisabled, ...changed, ...stepUp } })
  const shared = {
    onClose: () => onAsk(null),
    done: fill(texts.changed, { name }),
    outdated: ['/people'],
  }
  return (
    <>
      <ConfirmDialog
        {...shared}
        opened={kind === 'role'}
        title={fill(texts.roleTitle, { name, role: otherName })}
        onConfirm={({ stepUp }) => change({ role: other }, stepUp)}
      >
        {texts.roleNote}
      </ConfirmDialog>
      <ConfirmDialog
        {...shared}
        opened={kind === 'state'}
        title={isDisabled ? `${texts.enable}: ${name}` : fill(texts.disableTitle, { name })}
        confirmLabel={isDisabled ? texts.enable : texts.disable}
        isDangerous={!isDisabled}
        onConfirm={({ stepUp }) => change({ isDisabled: !isDisabled }, stepUp)}
      >
        {isDisabled ? texts.roleNote : texts.disableNote}
      </ConfirmDialog>
      <ConfirmDialog
        opened={kind === 'reset'}
        onClose={shared.onClose}
        title={fill(texts.resetTitle, { name })}
        isDangerous
        onConfirm={({ stepUp: body }) => callAdmin<PersonLink>('POST', `${path}/reset`, { body })}
        onConfirmed={({ link }) => onAsk({ kind: 'link', name, link })}
        outdated={shared.outdated}
      >
        {texts.resetNote}
      </ConfirmDialog>
    </>
  )
}

type Role = Person['role']

interface NewPersonProps extends OpenedProps {
  onAdded: (added: { name: string; link: string }) => void
}

/** The result is a one-time link. */
function NewPerson({ opened, onClose, onAdded }: NewPersonProps) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { roles } = useTexts(FRAME_TEXTS)
  const [name, setName] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  const clear = () => {
    setName('')
    setRole('viewer')
  }
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        clear()
        onClose()
      }}
      title={texts.add}
      confirmLabel={texts.add}
      onConfirm={({ stepUp }) =>
        callAdmin<PersonLink>('POST', '/people', { body: { name, role, ...stepUp } })
      }
      onConfirmed={({ link }) => {
        clear()
        onAdded({ name, link })
      }}
      done={fill(texts.created, { name })}
      outdated={['/people']}
    >
      {() => (
        <>
          <TextInput
            label={texts.name}
            description={texts.nameNote}
            required
            pattern="[a-z0-9][a-z0-9._@\-]{0,63}"
            autoCapitalize="none"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Select
            label={texts.role}
            data={(['viewer', 'owner'] as const).map(value => ({ value, label: roles[value] }))}
            value={role}
            onChange={value => setRole(value as Role)}
          />
        </>
      )}
    </ConfirmDialog>
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
