// The fields of the forms about a player, and the options to choose from.

import { type ChangeEvent, useState } from 'react'
import type { PlayerChoices } from '../../../../src/admin/players/schema.ts'
import { useLanguage } from '../../language.tsx'
import { useAnswer } from '../../queries.ts'
import { explainField } from '../../texts/refusals.ts'

/** Games with their bets, providers, currencies. Loaded once per visit. */
export function useChoices() {
  return useAnswer<PlayerChoices>('/player-choices', { staleTime: Number.POSITIVE_INFINITY })
}

/** `input` takes the form's refusal, so that the error is shown beside its field. */
export function useFields<Name extends string>(initial: Readonly<Record<Name, string>>) {
  const { language } = useLanguage()
  const [fields, setFields] = useState(initial)
  const set = (changed: Partial<Record<Name, string>>) =>
    setFields(before => ({ ...before, ...changed }))
  /** The props of the input with that name. */
  const input = (name: Name, refused: Error | null) => ({
    value: fields[name],
    error: explainField(refused, name, language),
    onChange: (event: ChangeEvent<HTMLInputElement | HTMLSelectElement>) =>
      set({ [name]: event.currentTarget.value } as Partial<Record<Name, string>>),
  })
  return { fields, input, setFields: set }
}
