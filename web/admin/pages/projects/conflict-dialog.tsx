// A save conflict, value by value: the value that was read, the value that others saved, the value
// typed here, and the choice between them. Closing the dialog loses nothing that was typed.

import { Box, Button, Group, SegmentedControl, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ConflictDetails, ProjectChange } from '../../../../src/admin/projects/schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { Dialog } from '../../parts/dialog.tsx'
import { notify } from '../../parts/notices.tsx'
import { printTime } from '../../parts/print.ts'
import { fill } from '../../texts/bilingual.ts'
import type { Draft, Edits, ValueName } from './draft.ts'
import { printValue } from './print-value.ts'
import { PROJECT_TEXTS } from './texts.ts'

type Choice = 'theirs' | 'mine'

interface ConflictProps {
  draft: Draft
  conflict: ConflictDetails
}

export function ConflictDialog({ draft, conflict }: ConflictProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const [choices, setChoices] = useState<Partial<Record<ValueName, Choice>>>({})
  const mine = Object.keys(draft.edits) as ValueName[]
  const changed = changedNames(draft, conflict)
  const save = async () => {
    const kept = mine.filter(name => choices[name] !== 'theirs')
    const edits = Object.fromEntries(kept.map(name => [name, draft.edits[name]])) as Edits
    if (await draft.saveAgain(edits)) notify(texts.saveBar.saved)
  }
  return (
    <Dialog opened onClose={draft.closeConflict} title={texts.conflict.title} size="xl">
      <Stack gap="lg" data-test="conflict">
        <Text size="sm">{texts.conflict.note}</Text>
        {mine.map(name => (
          <Contested
            key={name}
            {...{ name, draft, conflict }}
            isTheirs={changed.includes(name)}
            choice={choices[name] ?? 'mine'}
            onChoose={choice => setChoices({ ...choices, [name]: choice })}
          />
        ))}
        <Others conflict={conflict} names={changed.filter(name => !mine.includes(name))} />
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={draft.closeConflict}>
            {texts.conflict.back}
          </Button>
          <Button onClick={() => void save()} loading={draft.isSaving}>
            {texts.conflict.save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The values that others have changed since the project was read. */
function changedNames({ project }: Draft, { project: now }: ConflictDetails): ValueName[] {
  const names = Object.keys(now.values) as ValueName[]
  return names.filter(
    name => JSON.stringify(project.values[name]) !== JSON.stringify(now.values[name]),
  )
}

interface ContestedProps extends ConflictProps {
  name: ValueName
  isTheirs: boolean
  choice: Choice
  onChoose: (choice: Choice) => void
}

function Contested({ name, draft, conflict, isTheirs, choice, onChoose }: ContestedProps) {
  const texts = useTexts(PROJECT_TEXTS)
  const { read, theirs, mine, keepMine, takeTheirs, untouched } = texts.conflict
  const who = useWho(conflict.changes, name)
  const print = (value: unknown) => printValue(name, value, texts)
  return (
    <Box component="section" aria-label={texts.values[name]} data-value={name}>
      <Group justify="space-between" mb="xs" gap="sm">
        <Text fw={600}>{texts.values[name]}</Text>
        {isTheirs && (
          <SegmentedControl
            size="xs"
            aria-label={texts.values[name]}
            value={choice}
            onChange={value => onChoose(value as Choice)}
            data={[
              { value: 'theirs', label: takeTheirs },
              { value: 'mine', label: keepMine },
            ]}
          />
        )}
      </Group>
      <div className="sides">
        <Side title={read} lines={print(draft.project.values[name])} />
        {isTheirs && (
          <Side
            title={theirs}
            note={who}
            lines={print(conflict.project.values[name])}
            isChosen={choice === 'theirs'}
          />
        )}
        <Side
          title={mine}
          lines={print(draft.edits[name])}
          isChosen={!isTheirs || choice === 'mine'}
        />
      </div>
      {!isTheirs && (
        <Text size="xs" c="dimmed" mt={4}>
          {untouched}
        </Text>
      )}
    </Box>
  )
}

interface SideProps {
  title: string
  note?: string | undefined
  lines: readonly string[]
  isChosen?: boolean
}

function Side({ title, note, lines, isChosen = false }: SideProps) {
  return (
    <div className="side" data-chosen={isChosen}>
      <Text size="xs" fw={600} c="dimmed">
        {title}
      </Text>
      {lines.map(line => (
        <div key={line} className="side-line">
          {line}
        </div>
      ))}
      {note !== undefined && (
        <Text size="xs" c="dimmed" mt={4}>
          {note}
        </Text>
      )}
    </div>
  )
}

/** Who changed a value last, and when. */
function useWho(changes: readonly ProjectChange[], name: string): string | undefined {
  const { conflict } = useTexts(PROJECT_TEXTS)
  const { language } = useLanguage()
  const last = changes.find(({ after }) => Object.hasOwn(after, name))
  return last && fill(conflict.by, { who: last.actor, when: printTime(last.at, language) })
}

function Others({ conflict, names }: { conflict: ConflictDetails; names: readonly ValueName[] }) {
  const texts = useTexts(PROJECT_TEXTS)
  const { language } = useLanguage()
  const keys = conflict.changes.filter(({ action }) => action !== 'project.changed')
  if (names.length === 0 && keys.length === 0) return null
  return (
    <Box>
      <Text fw={600} mb="xs">
        {texts.conflict.others}
      </Text>
      {names.map(name => (
        <Text key={name} size="sm">
          {texts.values[name]}: {printValue(name, conflict.project.values[name], texts).join('; ')}
        </Text>
      ))}
      {keys.map(({ revision, action, actor, at }) => (
        <Text key={revision} size="sm">
          {textOf(action, texts.conflict)} (
          {fill(texts.conflict.by, { who: actor, when: printTime(at, language) })})
        </Text>
      ))}
    </Box>
  )
}

type KeyTexts = Record<'keyChanged' | 'signingChanged' | 'certificateChanged', string>

function textOf(action: string, texts: KeyTexts): string {
  if (action === 'key.rotated') return texts.keyChanged
  return action === 'client-certificate.changed' ? texts.certificateChanged : texts.signingChanged
}
