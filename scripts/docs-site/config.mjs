// How the documentation site looks and is built: menus from the pages themselves, search without a
// network, and nothing that the content security policy of a node refuses. Must never contain a
// statement about the platform.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'
import { finishSite } from './finish.mjs'
import { titleOf } from './stage.mjs'

const BASE = '/docs/'
const DESCRIPTION = 'A slot-game platform for casino operators. TEST_ONLY: no real payments.'
/** Folders whose pages have a separate menu; the others are in that of the start page. */
const SHELVES = { runbooks: 'Runbooks', decisions: 'Decisions', par: 'PAR sheets' }
/** The place of the package that a file belongs to. */
const PACKAGE = /^.*node_modules\/(@[^/]+\/)?[^/]+/

/** @param source the staged pages */
export function configureSite(source) {
  const colours = new Map()
  const packages = new Set()
  return {
    base: BASE,
    lang: 'en',
    title: 'Reelhouse',
    description: DESCRIPTION,
    head: [['link', { rel: 'icon', type: 'image/svg+xml', href: `${BASE}favicon.svg` }]],
    // The reader's colour scheme, without the switch, which adds a style element to the page.
    appearance: 'force-auto',
    // A page names addresses of the reader's machine.
    ignoreDeadLinks: 'localhostLinks',
    // In a file instead of an inline script.
    metaChunk: true,
    // Browsers hold a prefetch to default-src, which allows nothing.
    router: { prefetchLinks: false },
    markdown: {
      // The usual themes have comments that are too pale to read.
      theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
      anchor: { slugify },
      // Braces in our pages mean nothing.
      attrs: { disable: true },
      codeTransformers: [{ span: node => colourByClass(node, colours) }],
      config: readPlainly,
    },
    themeConfig: {
      siteTitle: 'Reelhouse',
      nav: [
        { text: 'Start', link: '/' },
        { text: 'Quick start', link: '/quick-start' },
        { text: 'API reference', link: '/api/' },
      ],
      sidebar: readMenus(source),
      outline: { level: [2, 3], label: 'On this page' },
      search: { provider: 'local', options: { detailedView: false } },
      notFound: {
        title: 'No such page',
        quote: 'This address leads to no page of the documentation.',
        linkText: 'To the start page',
        linkLabel: 'To the start page',
      },
    },
    vite: {
      logLevel: 'warn',
      build: { chunkSizeWarningLimit: 4096 },
      plugins: [listPackages(packages)],
    },
    buildEnd: ({ outDir }) => finishSite({ outDir, base: BASE, colours, packages }),
  }
}

/** The form of headings in links, as repository hosts have it. */
export function slugify(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}_ -]/gu, '')
    .replaceAll(' ', '-')
}

/** A class instead of a style, which the policy refuses: class -> style. */
function colourByClass(node, colours) {
  const { style } = node.properties
  if (typeof style !== 'string') return
  const name = `c${createHash('sha256').update(style).digest('hex').slice(0, 6)}`
  colours.set(name, style)
  delete node.properties.style
  node.properties.class = name
}

/** Columns are aligned by a class instead of a style, too. Words between colons mean nothing. */
function readPlainly(md) {
  md.core.ruler.disable('emoji')
  md.core.ruler.push('align-by-class', ({ tokens }) => {
    for (const token of tokens) {
      const [, side] = /^text-align:(\w+)$/.exec(token.attrGet('style') ?? '') ?? []
      if (side === undefined) continue
      token.attrs = token.attrs.filter(([name]) => name !== 'style')
      token.attrSet('class', side)
    }
  })
}

function readMenus(source) {
  const shelves = Object.entries(SHELVES).map(([folder, title]) => [
    `/${folder}/`,
    [
      { text: 'All pages', link: '/' },
      { text: title, items: listShelf(source, folder) },
    ],
  ])
  return { '/': readStartPage(source), ...Object.fromEntries(shelves) }
}

/** The sections of the start page and the pages that their lists begin with. */
function readStartPage(source) {
  const text = fs.readFileSync(path.join(source, 'index.md'), 'utf8')
  return text
    .split(/^## /m)
    .slice(1)
    .map(section => ({
      text: section.split('\n')[0],
      items: [...section.matchAll(/^- \[([^\]]+)\]\(([^)#]+)\.md\)/gm)].map(([, title, page]) => ({
        text: title,
        link: linkOf(page),
      })),
    }))
}

function listShelf(source, folder) {
  return fs
    .readdirSync(path.join(source, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => {
      const page = path.posix.join(folder, ...name.split(path.sep))
      const title = titleOf(fs.readFileSync(path.join(source, page), 'utf8'))
      return { text: title, link: linkOf(page.slice(0, -'.md'.length)) }
    })
}

const linkOf = page => `/${page.replace(/(^|\/)index$/, '$1')}`

/** The packages whose code browsers get; their licences go with it. */
function listPackages(packages) {
  return {
    name: 'list-packages',
    generateBundle(_, bundle) {
      for (const { moduleIds = [] } of Object.values(bundle)) {
        for (const id of moduleIds) {
          const [place] = PACKAGE.exec(id.replace(/^\0/, '')) ?? []
          if (place !== undefined) packages.add(place)
        }
      }
    },
  }
}
