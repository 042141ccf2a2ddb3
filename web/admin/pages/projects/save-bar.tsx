// The bar of unsaved changes at the foot of the page: their names, save and discard, why a save was
// refused, and the password when a save asks for it.

import { Button, Group, Paper, Stack, Text } from '@mantine/core'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { ErrorNotice } from '../../parts/loaded.tsx'
import { notify } from '../../parts/notices.tsx'
import { fill } from '../../texts/bilingual.ts'
import type { Draft, ValueName } from './draft.ts'
import { PROJECT_TEXTS } from './texts.ts'

export function SaveBar({ draft }: { draft: Draft }) {
  const { saveBar, values } = useTexts(PROJECT_TEXTS)
  const names = Object.keys(draft.edits) as ValueName[]
  if (names.length === 0) return null
  const save = async () => {
    if (await draft.save()) notify(saveBar.saved)
  }
  return (
    <Paper className="save-bar panel" p="sm" radius="lg" data-test="save-bar">
      <Stack gap="xs">
        <ErrorNotice error={draft.error} />
        {draft.isOutdated && (
          <Text size="sm" c="dimmed">
            {saveBar.newer}
          </Text>
        )}
        <Group justify="space-between" gap="sm">
          <Text size="sm" fw={500} miw={0}>
            {fill(saveBar.unsaved, { names: names.map(name => values[name]).join(', ') })}
          </Text>
          <Group gap="sm" ml="auto">
            <Button variant="default" onClick={draft.discard}>
              {saveBar.discard}
            </Button>
            <Button loading={draft.isSaving} onClick={() => void save()}>
              {saveBar.save}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Paper>
  )
}

/** Shown over the page, which keeps all input. */
export function SaveDialog({ draft }: { draft: Draft }) {
  const { saveBar } = useTexts(PROJECT_TEXTS)
  return (
    <ConfirmDialog
      opened={draft.isAsking}
      onClose={draft.closeAsking}
      title={saveBar.confirmTitle}
      confirmLabel={saveBar.save}
      onConfirm={async ({ stepUp }) => {
        if (await draft.confirm(stepUp)) notify(saveBar.saved)
      }}
    >
      {saveBar.confirmNote}
    </ConfirmDialog>
  )
}
