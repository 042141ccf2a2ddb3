// Calls of an operator's project to a running node, with its credentials.

import type { Project } from '../../src/ledger/projects/projects.ts'
import { post } from './operator-setup.ts'

export type Answer = Awaited<ReturnType<typeof post>>
type Caller = Pick<Project, 'projectId' | 'apiKey'>

export const credentialsOf = (as: Caller) => ({ partner: as.projectId, api_key: as.apiKey })

/** POST /gameActions.do. */
export const act = (
  node: { baseUrl: string },
  as: Caller,
  method: unknown,
  fields: object = {},
  headers: Record<string, string | string[]> = {},
): Promise<Answer> =>
  post(node, '/gameActions.do', { ...credentialsOf(as), method, ...fields }, headers)

/** The status and the code of an answer; `200 ok` of a good one. */
export const codeOf = ({ status, body }: Answer) => `${status} ${body.message ?? body.status}`

/** The body of a good answer. */
export async function bodyOf(answer: Answer | Promise<Answer>): Promise<Record<string, unknown>> {
  const { status, body } = await answer
  if (status !== 200) throw new Error(`${status} ${JSON.stringify(body)}`)
  return body
}
