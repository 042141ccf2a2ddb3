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
  /** `projectId` empty: of the platform. */
  | { kind: 'add'; projectId: string }
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
        projectId={asked?.kind === 'add' ? asked.projectId : ''}
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
        <PersonChanges key={person.accountId} person={person} kind={asked.kind} onAsk={onAsk} />
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
  const [chosen, setChosen] = useState(role)
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
        title={fill(texts.roleTitle, { name })}
        onConfirm={({ stepUp }) => change({ role: chosen }, stepUp)}
      >
        {() => (
          <>
            <RoleChoice value={chosen} onChange={setChosen} />
            <Text size="sm">{texts.roleNote}</Text>
          </>
        )}
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

function RoleChoice({ value, onChange }: { value: Role; onChange: (role: Role) => void }) {
  const texts = useTexts(PEOPLE_TEXTS)
  const { roles } = useTexts(FRAME_TEXTS)
  const names = (Object.keys(roles) as Role[]).reverse()
  return (
    <Select
      label={texts.role}
      description={texts.does[value]}
      inputWrapperOrder={['label', 'input', 'description']}
      data={names.map(role => ({ value: role, label: roles[role] }))}
      value={value}
      onChange={role => onChange(role as Role)}
      allowDeselect={false}
    />
  )
}

interface NewPersonProps extends OpenedProps {
  projectId: string
  onAdded: (added: { name: string; link: string }) => void
}

/** The result is a one-time link. */
function NewPerson({ opened, projectId, onClose, onAdded }: NewPersonProps) {
  const texts = useTexts(PEOPLE_TEXTS)
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
        callAdmin<PersonLink>('POST', '/people', {
          body: { name, role, ...(projectId === '' ? {} : { projectId }), ...stepUp },
        })
      }
      onConfirmed={added => {
        clear()
        onAdded(added)
      }}
      done={fill(texts.created, { name })}
      outdated={['/people']}
    >
      {() => (
        <>
          <TextInput
            label={texts.name}
            description={
              projectId === ''
                ? texts.nameNote
                : fill(texts.signsInAs, { name: `${name}@${projectId}` })
            }
            required
            pattern={`[a-z0-9][a-z0-9._${projectId === '' ? '@' : ''}\\-]{0,63}`}
            autoCapitalize="none"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
            data-autofocus
          />
          <RoleChoice value={role} onChange={setRole} />
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
