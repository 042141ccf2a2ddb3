// Short confirmations at the edge of the screen, announced by screen readers, which disappear by
// themselves.

import { Affix, Notification, Stack } from '@mantine/core'
import { useCallback, useEffect, useState } from 'react'
import { useTexts } from '../language.tsx'
import { FRAME_TEXTS } from '../texts/texts.ts'
import { Icon } from './icons.tsx'

interface Notice {
  id: number
  text: string
}

const SHOWN_MS = 5_000
const SHOWN_AT_ONCE = 3
let lastId = 0
let show: (notice: Notice) => void = () => {}

/** Shows that something was done. Errors are shown by ErrorNotice where they occurred. */
export function notify(text: string): void {
  lastId += 1
  show({ id: lastId, text })
}

export function Notices() {
  const { parts } = useTexts(FRAME_TEXTS)
  const [notices, setNotices] = useState<readonly Notice[]>([])
  const remove = useCallback((id: number) => setNotices(all => without(all, id)), [])
  useEffect(() => {
    const timers = new Set<ReturnType<typeof setTimeout>>()
    show = notice => {
      setNotices(all => [...all, notice].slice(-SHOWN_AT_ONCE))
      timers.add(setTimeout(() => remove(notice.id), SHOWN_MS))
    }
    return () => {
      for (const timer of timers) clearTimeout(timer)
    }
  }, [remove])
  return (
    <Affix position={{ bottom: 20, right: 20 }} zIndex={400}>
      <Stack gap="xs" role="status">
        {notices.map(({ id, text }) => (
          <Notification
            key={id}
            color="teal"
            icon={<Icon name="check" />}
            withBorder
            closeButtonProps={{ 'aria-label': parts.close }}
            onClose={() => remove(id)}
          >
            {text}
          </Notification>
        ))}
      </Stack>
    </Affix>
  )
}

function without(notices: readonly Notice[], id: number): readonly Notice[] {
  return notices.filter(each => each.id !== id)
}
