// What the build made: which release a node runs, and where the browser pages are.

import { readFileSync } from 'node:fs'
import path from 'node:path'
import { PROJECT_ROOT } from '../environment.ts'

export const PAGES_DIR = path.join(PROJECT_ROOT, 'dist', 'pages')
/** Made by `npm run docs`; missing where the packages of development are. */
export const DOCS_SITE_DIR = path.join(PROJECT_ROOT, 'dist', 'docs-site')
export const ADMIN_PAGES_DIR = path.join(PROJECT_ROOT, 'dist', 'admin-pages')

/** Version and commit, as scripts/release.mjs named them when this was built. */
export function readReleaseId(): string {
  return readFileSync(path.join(PROJECT_ROOT, 'dist', 'release'), 'utf8').trim()
}
