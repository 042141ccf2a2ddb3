// What axe finds on a page. Contains nothing about single pages.

import axe from 'axe-core'
import type { Page } from 'playwright-core'

const RUN = `axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target, any }) =>
      target.join(' ') + ' (' + (any[0]?.message ?? '') + ')').join(' | ')))`

/** Violations that are serious or critical, each as a line: rule, places, reason. */
export function findSerious(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`${axe.source};${RUN}`)
}
