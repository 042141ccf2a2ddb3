// Whether a player is blocked, and the dialogs that block and unblock.

import { Alert, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { Player } from '../../../../src/admin/players/schema.ts'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ConfirmDialog } from '../../parts/confirm-dialog.tsx'
import { Time, visible } from '../../parts/values.tsx'
import { useMay } from '../../session.tsx'
import { fill } from '../../texts/bilingual.ts'
import { PLAYER_TEXTS } from './texts.ts'

interface BlockProps {
  path: string
  player: Player
}

export function BlockButton({ path, player }: BlockProps) {
  const texts = useTexts(PLAYER_TEXTS)
  const mayChange = useMay('player.block')
  const [isOpen, setOpen] = useState(false)
  if (!mayChange) return null
  const isBlocked = player.block !== null
  const title = isBlocked ? texts.unblock : texts.block
  return (
    <>
      <Button
        {...(isBlocked ? { variant: 'default' } : { color: 'red', variant: 'light' })}
        onClick={() => setOpen(true)}
      >
        {title}
      </Button>
      <ConfirmDialog
        opened={isOpen}
        onClose={() => setOpen(false)}
        title={title}
        confirmLabel={title}
        isDangerous={!isBlocked}
        asksReason
        asksPassword={isBlocked}
        onConfirm={({ reason, stepUp }) =>
          callAdmin('POST', `${path}/${isBlocked ? 'unblock' : 'block'}`, {
            body: { reason, ...stepUp },
          })
        }
        done={isBlocked ? texts.unblocked : texts.blocked}
        outdated={[path, '/players']}
      >
        {fill(isBlocked ? texts.unblockNote : texts.blockNote, { player: player.playerId })}
      </ConfirmDialog>
    </>
  )
}

export function BlockNotice({ block }: Pick<Player, 'block'>) {
  const texts = useTexts(PLAYER_TEXTS)
  if (block === null) return null
  return (
    <Alert color="red" title={texts.isBlocked} mb="md" data-test="blocked">
      <Group gap="xs">
        <Text size="sm">
          {visible(block.reason ?? texts.reasonErased)} · {visible(block.by)} ·{' '}
          <Time at={block.at} />
        </Text>
      </Group>
    </Alert>
  )
}
