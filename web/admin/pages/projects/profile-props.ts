// What every part of a project's jurisdiction profile is given.

import type { PlayPreset } from '../../../../src/admin/projects/schema.ts'
import type { TabProps } from './tab-props.ts'

export type Rules = Omit<PlayPreset, 'minRoundMs'>

export interface ProfileProps extends TabProps {
  /** What the chosen preset says. */
  preset: PlayPreset
  ruleOf<Name extends keyof Rules>(name: Name): Rules[Name]
  /** A rule that is set as the preset has it is no longer said. */
  set<Name extends keyof Rules>(name: Name, value: Rules[Name]): void
}
