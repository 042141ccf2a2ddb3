// What every tab of a project is given, and how a refused value is marked.

import { Text } from '@mantine/core'
import type { ProjectChoices, ProjectDetail } from '../../../../src/admin/projects/schema.ts'
import { AdminRefusal } from '../../api.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { StateBadge } from '../../parts/values.tsx'
import { explain } from '../../texts/refusals.ts'
import type { Draft } from './draft.ts'
import { PROJECT_TEXTS } from './texts.ts'

export interface TabProps {
  /** As the platform has it now. */
  read: ProjectDetail
  draft: Draft
  choices: ProjectChoices
  /** Whether the user may change values of the project. */
  mayChange: boolean
  problemOf: (field: string) => string | undefined
  /** The props of a value's input: its problem, and whether it is locked. */
  fieldOf: (field: string) => { error: string | undefined; disabled: boolean }
}

/** Returns a lookup of a field's error, such as `projectLimits[2]`; undefined: no error. */
export function useFieldProblem(error: Error | null): (field: string) => string | undefined {
  const { language } = useLanguage()
  const { badValue } = useTexts(PROJECT_TEXTS)
  const refusal = error instanceof AdminRefusal ? error : null
  const refused = refusal?.field?.replace(/\.(\d+)/g, '[$1]') ?? null
  return field => {
    if (refusal === null || refused === null) return undefined
    const isAbout =
      refused === field || refused.startsWith(`${field}.`) || refused.startsWith(`${field}[`)
    if (!isAbout) return undefined
    // The API's own sentences about single values are in English.
    const isForeign = refusal.code === 'INVALID_REQUEST' && language !== 'en'
    return isForeign ? badValue : explain(refusal, language)
  }
}

/** The error of a group of fields, shown below the group. */
export function Problem({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <Text size="sm" c="var(--mantine-color-error)">
      {text}
    </Text>
  )
}

/** Whether a project is on. */
export function OnOff({ isOn }: { isOn: boolean }) {
  const texts = useTexts(PROJECT_TEXTS)
  return <StateBadge tone={isOn ? 'good' : 'bad'} text={isOn ? texts.on : texts.off} />
}
