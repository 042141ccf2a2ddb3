// The input of one setting that is a single value: its kind, bounds and emptiness follow from the
// schema in core, its label and note from the texts.

import { NumberInput, type NumberInputProps, Switch, TagsInput, TextInput } from '@mantine/core'
import {
  type JsonSchema,
  SETTINGS_SCHEMA,
  type SettingName,
} from '../../../../src/core/settings-schema.ts'
import { useLanguage, useTexts } from '../../language.tsx'
import { fill } from '../../texts/bilingual.ts'
import { FRAME_TEXTS } from '../../texts/texts.ts'
import type { TabProps } from './tab.tsx'
import { PROJECT_TEXTS } from './texts.ts'

/** These have inputs with more than one part. */
const LARGE = [
  'rtp',
  'projectLimits',
  'gameLimits',
  'disabled',
  'callsPerMinute',
  'playProfile',
  'betCancel',
] as const satisfies readonly SettingName[]
export type PlainSetting = Exclude<SettingName, (typeof LARGE)[number]>
export const PLAIN_SETTINGS = Object.keys(SETTINGS_SCHEMA.properties!).filter(
  (name): name is PlainSetting => !(LARGE as readonly string[]).includes(name),
)

/** The schema of a value by its path; of the value without `null`, where it may be null. */
export function schemaOf(...path: string[]): JsonSchema {
  return path.reduce((schema, name) => {
    const [entry] = Object.values(schema.patternProperties ?? {})
    const found = schema.properties?.[name] ?? entry!
    return found.anyOf?.[0] ?? found
  }, SETTINGS_SCHEMA)
}

/** The values that a part of the settings has if none of its fields is given. */
export function defaultsOf({ properties = {} }: JsonSchema): object {
  const entries = Object.entries(properties).map(([name, schema]) => [name, schema.default])
  return Object.fromEntries(entries)
}

interface SettingFieldProps extends TabProps {
  name: PlainSetting
  /** Added to the note of the texts. */
  more?: string
}

export function SettingField({ name, more, draft, fieldOf }: SettingFieldProps) {
  const { values, notes } = useTexts(PROJECT_TEXTS)
  const { language } = useLanguage()
  const schema = schemaOf(name)
  const isNullable = SETTINGS_SCHEMA.properties![name]!.anyOf !== undefined
  const [from, to] = [schema.minimum ?? 0, schema.maximum ?? 0].map(bound =>
    bound.toLocaleString(language),
  )
  const note = fill(notes[name], { from: from!, to: to! })
  const shared = {
    label: values[name],
    description: more === undefined ? note : `${note} ${more}`,
    ...fieldOf(name),
  }
  const value: unknown = draft.values[name]
  const set = (given: unknown) => draft.set(name, given as never)
  if (schema.type === 'integer') {
    return (
      <WholeInput
        {...shared}
        schema={schema}
        value={(value as number | null) ?? undefined}
        onChange={typed => set(typed ?? (isNullable ? null : Number.NaN))}
      />
    )
  }
  if (schema.type === 'boolean') {
    return (
      <Switch
        {...shared}
        checked={value as boolean}
        onChange={event => set(event.currentTarget.checked)}
      />
    )
  }
  if (schema.type === 'array') {
    return <TagsInput {...shared} value={value as string[]} onChange={set} />
  }
  return (
    <TextInput
      {...shared}
      value={(value as string | null) ?? ''}
      onChange={event => set(event.currentTarget.value || (isNullable ? null : ''))}
      inputMode="url"
    />
  )
}

interface WholeInputProps
  extends Pick<NumberInputProps, 'label' | 'description' | 'placeholder' | 'error' | 'disabled'> {
  /** The schema of the value, with its bounds. */
  schema: JsonSchema
  /** Undefined and NaN: no value. */
  value: number | undefined
  onChange: (value: number | undefined) => void
}

/**
 * An input for a whole number. Empty is stored as no value, which the API refuses with the field's
 * name if it is required. A number out of its bounds is marked at once and kept as it was typed.
 */
export function WholeInput({ schema, value, onChange, error, ...input }: WholeInputProps) {
  const { rules } = useTexts(FRAME_TEXTS)
  const { minimum: min = 0, maximum: max = 0 } = schema
  const isEmpty = value === undefined || Number.isNaN(value)
  const rule = isEmpty ? null : value < min ? 'minimum' : value > max ? 'maximum' : null
  const outside = rule && fill(rules[rule], { limit: rule === 'minimum' ? min : max })
  return (
    <NumberInput
      {...input}
      min={min}
      max={max}
      clampBehavior="none"
      error={error || outside}
      value={isEmpty ? '' : value}
      onChange={typed => onChange(typeof typed === 'number' ? typed : undefined)}
      allowDecimal={false}
      allowNegative={false}
      hideControls
    />
  )
}
