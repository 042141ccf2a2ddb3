// Notes and tags of a player: read, and written by those who may.

import { Button, CloseButton, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Note, Notes, Player } from '../../../../src/admin/players/schema.ts'
import { NOTE_MAX_CHARS, TAG_MAX_CHARS } from '../../../../src/core/player-notes.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { PlayersLink } from '../../parts/links.tsx'
import { ErrorNotice, Loaded } from '../../parts/loaded.tsx'
import { Section } from '../../parts/section.tsx'
import { StateBadge, Time, visible, visibleLines } from '../../parts/values.tsx'
import { useAnswer, useChange } from '../../queries.ts'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { PLAYER_TEXTS } from './texts.ts'

/** Shown at first: a player rarely has more. */
const NOTES_SHOWN = 5

interface SectionProps {
  path: string
  player: Player
}

export function NotesSection({ path, player }: SectionProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('player.note')
  const notes = useAnswer<Notes>(`${path}/notes`)
  return (
    <Section title={texts.notes} note={texts.notesNote}>
      <Tags path={path} player={player} />
      {mayChange && <NewNote path={path} />}
      <Loaded query={notes}>{({ notes: rows }) => <NoteList path={path} notes={rows} />}</Loaded>
    </Section>
  )
}

function Tags({ path, player }: SectionProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('player.note')
  const [typed, setTyped] = useState('')
  const change = useChange(
    ({ tag, isNew }: { tag: string; isNew: boolean }) =>
      callAdmin('POST', `${path}/tags${isNew ? '' : '/remove'}`, { body: { tag } }),
    [path, '/players'],
  )
  const add = () => change.mutate({ tag: typed, isNew: true }, { onSuccess: () => setTyped('') })
  return (
    <Stack gap="xs">
      <Group gap="xs" aria-label={texts.tags} role="group">
        {player.tags.length === 0 && (
          <Text size="sm" c="dimmed">
            {texts.noTags}
          </Text>
        )}
        {player.tags.map(tag => (
          <span key={tag} className="tag" data-tag={tag}>
            <PlayersLink of={{ tag }}>{visible(tag)}</PlayersLink>
            {mayChange && (
              <CloseButton
                size="xs"
                aria-label={fill(texts.removeTag, { tag })}
                onClick={() => change.mutate({ tag, isNew: false })}
              />
            )}
          </span>
        ))}
      </Group>
      {mayChange && (
        <form
          onSubmit={event => {
            event.preventDefault()
            add()
          }}
        >
          <Group gap="xs" align="flex-end">
            <TextInput
              label={texts.newTag}
              value={typed}
              onChange={event => setTyped(event.currentTarget.value)}
              maxLength={TAG_MAX_CHARS}
              size="xs"
            />
            <Button
              type="submit"
              size="xs"
              variant="default"
              loading={change.isPending}
              disabled={typed.trim() === ''}
            >
              {texts.addTag}
            </Button>
          </Group>
        </form>
      )}
      <ErrorNotice error={change.error} />
    </Stack>
  )
}

function NewNote({ path }: { path: string }) {
  const texts = useTexts(PLAYER_TEXTS)
  const [body, setBody] = useState('')
  const change = useChange(
    () => callAdmin('POST', `${path}/notes`, { body: { body } }),
    [`${path}/notes`],
  )
  return (
    <form
      onSubmit={event => {
        event.preventDefault()
        change.mutate(undefined, { onSuccess: () => setBody('') })
      }}
    >
      <Stack gap="xs" align="flex-start">
        <Textarea
          label={texts.newNote}
          value={body}
          onChange={event => setBody(event.currentTarget.value)}
          maxLength={NOTE_MAX_CHARS}
          autosize
          minRows={2}
          maxRows={10}
          w="100%"
        />
        <Button
          type="submit"
          size="xs"
          variant="default"
          loading={change.isPending}
          disabled={body.trim() === ''}
        >
          {texts.addNote}
        </Button>
        <ErrorNotice error={change.error} />
      </Stack>
    </form>
  )
}

function NoteList({ path, notes }: { path: string; notes: readonly Note[] }) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('player.note')
  const [isWhole, setWhole] = useState(false)
  const [deleting, setDeleting] = useState<Note | null>(null)
  const shown = isWhole ? notes : notes.slice(0, NOTES_SHOWN)
  if (notes.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {texts.noNotes}
      </Text>
    )
  }
  return (
    <>
      <ul className="notes" aria-label={texts.notes}>
        {shown.map(note => (
          <li key={note.noteId}>
            <Group justify="space-between" gap="sm" wrap="nowrap" align="flex-start">
              <Text size="sm" className="note-body">
                {visibleLines(note.body)}
              </Text>
              {mayChange && (
                <Button size="compact-xs" variant="default" onClick={() => setDeleting(note)}>
                  {texts.deleteNote}
                </Button>
              )}
            </Group>
            <Text size="xs" c="dimmed">
              {visible(note.author)} · <Time at={note.at} />
            </Text>
          </li>
        ))}
      </ul>
      {shown.length < notes.length && (
        <Button variant="default" size="xs" onClick={() => setWhole(true)}>
          {fill(texts.allNotes, { count: notes.length })}
        </Button>
      )}
      <ConfirmDialog
        opened={deleting !== null}
        onClose={() => setDeleting(null)}
        title={texts.deleteNote}
        isDangerous
        asksPassword={false}
        onConfirm={() => callAdmin('POST', `${path}/notes/${deleting!.noteId}/delete`)}
        done={texts.noteDeleted}
        outdated={[`${path}/notes`]}
      >
        {texts.deleteNoteNote}
      </ConfirmDialog>
    </>
  )
}

/** Beside the title of the page. */
export function TagBadges({ tags }: { tags: readonly string[] }) {
  return tags.map(tag => <StateBadge key={tag} tone="neutral" text={tag} />)
}
