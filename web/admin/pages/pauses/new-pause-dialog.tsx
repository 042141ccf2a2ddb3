// Asks what to pause and why; pausing everything must be confirmed by typing.

import { NativeSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { ChangedPause, NewPause, Pauses } from '../../../../src/admin/pauses/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog, type Confirmed } from '../../parts/confirm-dialog.tsx'
import { notify } from '../../parts/notices.tsx'
import { useChange } from '../../queries.ts'
import { fill } from '../../texts/bilingual.ts'
import { PAUSE_TEXTS } from './texts.ts'

type Scope = NewPause['scope']
const SCOPES: readonly Scope[] = ['game', 'provider', 'project', 'all']
const CONFIRMATION = 'all'

interface NewPauseDialogProps {
  opened: boolean
  onClose: () => void
  choices: Pauses['choices']
}

export function NewPauseDialog({ opened, onClose, choices }: NewPauseDialogProps) {
  const texts = useTexts(PAUSE_TEXTS)
  const [scope, setScope] = useState<Scope>('game')
  const [chosen, setChosen] = useState('')
  const options = optionsOf(choices, scope)
  const subject = options.find(({ value }) => value === chosen)?.value ?? options[0]?.value ?? ''
  const pause = useChange(
    ({ reason, typed }: Confirmed) =>
      callAdmin<ChangedPause, NewPause>('POST', '/pauses', {
        body: {
          scope,
          subject: scope === 'all' ? '*' : subject,
          reason,
          ...(scope === 'all' ? { confirmation: typed } : {}),
        },
      }),
    ['/pauses'],
  )
  const what = scope === 'all' ? texts.everything : subject
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={texts.pauseTitle}
      confirmLabel={texts.pause}
      isDangerous
      asksReason
      {...(scope === 'all' ? { typedText: CONFIRMATION } : {})}
      onConfirm={async confirmed => {
        const { isInForce } = await pause.mutateAsync(confirmed)
        notify(isInForce ? fill(texts.set, { what }) : texts.notInForce)
      }}
    >
      <Stack gap="sm">
        <NativeSelect
          label={texts.scope}
          data={SCOPES.map(value => ({ value, label: texts.scopes[value] }))}
          value={scope}
          onChange={event => setScope(event.currentTarget.value as Scope)}
        />
        {scope !== 'all' && (
          <NativeSelect
            label={texts.which}
            data={options}
            value={subject}
            onChange={event => setChosen(event.currentTarget.value)}
          />
        )}
        <Text size="sm" c="dimmed">
          {scope === 'all' ? texts.allEffect : texts.effect}
        </Text>
      </Stack>
    </ConfirmDialog>
  )
}

function optionsOf({ projects, providers, games }: Pauses['choices'], scope: Scope) {
  const asOption = (id: string) => ({ value: id, label: id })
  if (scope === 'project') return projects.map(asOption)
  if (scope === 'provider') return providers.map(asOption)
  return games.map(({ gameId, name }) => ({ value: gameId, label: name }))
}
