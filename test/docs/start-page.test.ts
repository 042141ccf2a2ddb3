// docs/README.md, the start page and menu of the site, names every page, once, in a section for its
// readers.

import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import t from 'tap'
import { PROJECT_ROOT } from '../../src/environment.ts'

const DOCS = path.join(PROJECT_ROOT, 'docs')
const start = readFileSync(path.join(DOCS, 'README.md'), 'utf8')
const items = [...start.matchAll(/^- \[([^\]]+)\]\(([^)]+)\): /gm)].map(([, title, page]) => ({
  title: title!,
  page: page!,
}))

t.test('every page of docs/ is named once', async t => {
  const pages = readdirSync(DOCS).filter(name => name.endsWith('.md') && name !== 'README.md')
  const named = items.map(({ page }) => page)
  t.strictSame(
    pages.filter(page => !named.includes(page)),
    [],
  )
  t.strictSame(named, [...new Set(named)])
  const titles = items.map(({ title }) => title)
  t.strictSame(titles, [...new Set(titles)])
})

t.test('every folder of pages is named', async t => {
  const folders = readdirSync(DOCS, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && hasPages(entry.name))
    .map(({ name }) => name)
  t.ok(folders.length >= 3)
  for (const folder of folders) {
    t.ok(
      items.some(({ page }) => [folder, `${folder}/README.md`].includes(page)),
      folder,
    )
  }
})

t.test('the readers of the README are those of the sections', async t => {
  const sections = [...start.matchAll(/^## (.+)$/gm)].map(([, title]) => title)
  t.strictSame(sections, [
    'First steps',
    "Operator's engineer",
    'SRE',
    'Client developer',
    "Platform's owner",
    'Contributor',
  ])
})

const hasPages = (folder: string) =>
  readdirSync(path.join(DOCS, folder)).some(name => name.endsWith('.md'))
