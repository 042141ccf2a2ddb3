// The props of every tab of a project.

import type { ProjectChoices, ProjectDetail } from '../../../../src/admin/projects/schema.ts'
import type { Draft } from './draft.ts'

export interface TabProps {
  /** As the platform has it now. */
  read: ProjectDetail
  draft: Draft
  choices: ProjectChoices
  /** Whether the user may change anything. */
  isOwner: boolean
  problemOf: (field: string) => string | undefined
}
