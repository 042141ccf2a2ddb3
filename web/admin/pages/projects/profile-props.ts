// The props of every part of a project's jurisdiction profile.

import type { PlayPreset } from '../../../../src/admin/projects/schema.ts'
import type { TabProps } from './tab-props.ts'

export type Rules = Omit<PlayPreset, 'minRoundMs'>

export interface ProfileProps extends TabProps {
  /** The rules of the chosen preset. */
  preset: PlayPreset
  ruleOf<Name extends keyof Rules>(name: Name): Rules[Name]
  /** A rule that equals the preset is removed from the profile. */
  set<Name extends keyof Rules>(name: Name, value: Rules[Name]): void
}
