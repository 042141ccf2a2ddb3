// The time zone in which times are shown and typed for this account.

import { Select } from '@mantine/core'
import { useMemo } from 'react'
import { callAdmin } from '../../api.ts'
import { useTexts } from '../../language.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { notify } from '../../parts/notices.tsx'
import { Section } from '../../parts/section.tsx'
import { useChange } from '../../queries.ts'
import { chosenZone, listZones } from '../../time-zone.ts'
import { ACCOUNT_TEXTS } from './texts.ts'

export function TimeZoneSection() {
  const texts = useTexts(ACCOUNT_TEXTS)
  const zones = useMemo(() => [...listZones()], [])
  const change = useChange(
    async (timeZone: string) => {
      await callAdmin('PUT', '/account/time-zone', { body: { timeZone } })
      notify(texts.timeZoneSet)
    },
    ['/session', '/account'],
  )
  return (
    <Section title={texts.timeZone} note={texts.timeZoneNote}>
      <Select
        label={texts.timeZone}
        data={zones}
        value={chosenZone()}
        onChange={zone => zone !== null && change.mutate(zone)}
        searchable
        allowDeselect={false}
        disabled={change.isPending}
        maw="24rem"
      />
      <ErrorNotice error={change.error} />
    </Section>
  )
}
