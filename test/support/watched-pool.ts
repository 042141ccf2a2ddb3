// A pool that shows which statements are sent through it.

import type { Pool } from 'pg'

export function watchStatements(pool: Pool) {
  const statements: string[] = []
  const watchers: { wanted: (text: string) => boolean; notify: () => void }[] = []
  const watched = {
    async query(asked: string | { text: string; values?: unknown[] }, values?: unknown[]) {
      const text = typeof asked === 'string' ? asked : asked.text
      statements.push(text)
      const answer = await (typeof asked === 'string'
        ? pool.query(asked, values)
        : pool.query(asked))
      for (const watcher of watchers) if (watcher.wanted(text)) watcher.notify()
      return answer
    },
  }
  return {
    pool: watched as unknown as Pool,
    statements: statements as readonly string[],
    /** Resolves once a matching statement has been answered. */
    sent: (wanted: (text: string) => boolean) =>
      new Promise<void>(notify => watchers.push({ wanted, notify })),
  }
}
