// Shows a time in the account's time zone, with UTC on hover.

import { useEffect, useState } from 'react'
import { useLanguage } from '../language.tsx'
import { printAgo, printTime } from './print.ts'

interface TimeProps {
  /** ISO 8601, UTC. */
  at: string
  /** As "3 minutes ago", which updates itself. */
  ago?: boolean
}

const AGO_EVERY_MS = 10_000

export function Time({ at, ago = false }: TimeProps) {
  const { language } = useLanguage()
  const nowMs = useNow(ago)
  const full = printTime(at, language)
  return (
    <time dateTime={at} title={ago ? `${full} (${at})` : at} style={{ whiteSpace: 'nowrap' }}>
      {ago ? printAgo(at, nowMs, language) : full}
    </time>
  )
}

function useNow(goesOn: boolean): number {
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    if (!goesOn) return
    const timer = setInterval(() => setNowMs(Date.now()), AGO_EVERY_MS)
    return () => clearInterval(timer)
  }, [goesOn])
  return nowMs
}
