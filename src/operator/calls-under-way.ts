// Calls of each project that are under way: a project whose wallet hangs must not hold the slots of all.

import { HTTP_REQUESTS_PER_PROJECT } from '../limits.ts'

export interface CallsUnderWay {
  /** What ends the call; null: the project has its share of calls under way, and nothing was begun. */
  begin(projectId: string): (() => void) | null
}

export function createCallsUnderWay(most = HTTP_REQUESTS_PER_PROJECT): CallsUnderWay {
  const counts = new Map<string, number>()
  return {
    begin(projectId) {
      const count = counts.get(projectId) ?? 0
      if (count >= most) return null
      counts.set(projectId, count + 1)
      return () => {
        const left = counts.get(projectId)! - 1
        if (left > 0) counts.set(projectId, left)
        else counts.delete(projectId)
      }
    },
  }
}
