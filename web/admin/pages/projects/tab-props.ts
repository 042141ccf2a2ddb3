// What every tab of a project is given.

import type { ProjectChoices, ProjectDetail } from '../../../../src/admin/projects/schema.ts'
import type { Draft } from './draft.ts'

export interface TabProps {
  /** As the platform has it now. */
  read: ProjectDetail
  draft: Draft
  choices: ProjectChoices
  /** Whether the reader may change anything. */
  isOwner: boolean
  problemOf: (field: string) => string | undefined
}
