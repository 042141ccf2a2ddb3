// The sources of the documentation site: every page under docs/, the files outside it that a page
// links to, and what the generator is configured by. Links are changed to where each page is on the
// site; must never change what a page says.

import fs from 'node:fs'
import path from 'node:path'
import { printApiContent } from '../api-page.mjs'

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** A link or picture that leads to a file of the checkout. */
const LINK = /(!\[[^\]]*)?\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)/g
/** An address of the API reference, which only the site has as a page. */
const API = /`\/docs\/api\/(#[\w-]+)?`/g
/** A link to a page with its own styles, which the policy of a node refuses. */
const HTML = /\[([^\]]+)\]\((?:\.\.\/)*([\w/.-]+\.html)\)/g
const THEME = `import theme from 'vitepress/theme-without-fonts'
import './style.css'
export default theme
`

/** @param target an empty or missing folder */
export function stageSite(root, target) {
  stageFiles(root, target)
  write(path.join(target, 'api', 'index.md'), printReference(root))
  const settings = path.join(target, '.vitepress')
  fs.mkdirSync(path.join(settings, 'theme'), { recursive: true })
  const config = path.join(root, 'scripts', 'docs-site', 'config.mjs')
  fs.writeFileSync(
    path.join(settings, 'config.mjs'),
    `import { configureSite } from ${JSON.stringify(config)}\n` +
      `export default configureSite(${JSON.stringify(target)})\n`,
  )
  fs.writeFileSync(path.join(settings, 'theme', 'index.js'), THEME)
  const style = path.join(root, 'scripts', 'docs-site', 'style.css')
  fs.copyFileSync(style, path.join(settings, 'theme', 'style.css'))
  const icon = path.join(root, 'web', 'play', 'favicon.svg')
  copy(icon, path.join(target, 'public', 'favicon.svg'))
}

function stageFiles(root, target) {
  const pages = fs
    .readdirSync(path.join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.md'))
    .map(name => path.posix.join('docs', ...name.split(path.sep)))
  const staged = new Set()
  const waiting = pages.sort()
  while (waiting.length > 0) {
    const file = waiting.shift()
    if (staged.has(file)) continue
    staged.add(file)
    const source = path.join(root, file)
    const at = path.join(target, placeOf(file))
    if (file.endsWith('.md')) {
      const page = fs.existsSync(source) ? read(root, file) : listFolder(root, path.dirname(file))
      const { text, linked, pictures } = movePage(root, file, page)
      write(at, text)
      waiting.push(...linked)
      for (const each of pictures) copy(path.join(root, each), path.join(target, placeOf(each)))
    } else if (at.endsWith('.md')) {
      write(at, showSource(file, read(root, file)))
    } else {
      // As it is, at its address; what a page shows gets another name by its content.
      copy(source, path.join(target, 'public', placeOf(file)))
    }
  }
}

/**
 * Where a file of the checkout is on the site. A source that is not a page becomes one, which shows
 * it; other files under docs/ stay what they are.
 */
function placeOf(file) {
  const isDocument = file.startsWith('docs/')
  const place = isDocument ? file.slice('docs/'.length) : `repository/${file}`
  if (file.endsWith('.md')) return place.replace(/(^|\/)README\.md$/, '$1index.md')
  return isDocument ? place : `${place}.md`
}

/** @returns the page with its links changed, and the files that it links to and shows */
function movePage(root, file, text) {
  const linked = []
  const pictures = []
  const from = path.posix.dirname(placeOf(file))
  const change = line =>
    // The generator knows no lists to tick off.
    movable(nameLinks(root, line.replace(/^- \[ \] /, '- ☐ ')))
      .replace(LINK, (_, picture = '', link, heading = '') => {
        const named = path.posix.join(path.posix.dirname(file), link)
        const isFolder = fs.statSync(path.join(root, named)).isDirectory()
        const found = isFolder ? path.posix.join(named, 'README.md') : named
        if (picture === '') linked.push(found)
        else pictures.push(found)
        return `${picture}](${path.posix.relative(from, placeOf(found))}${heading})`
      })
      .replace(API, (address, heading = '') => `[${address}](/api/${heading})`)
  let fence = null
  const lines = text.split('\n').map(line => {
    const [, mark] = FENCE.exec(line) ?? []
    if (mark === undefined) return fence === null ? change(line) : line
    if (fence === null) fence = mark
    else if (mark.startsWith(fence)) fence = null
    return line
  })
  return { text: lines.join('\n'), linked, pictures }
}

/** A link whose text is the name of a page: the site shows the page's name in its menu instead. */
function nameLinks(root, line) {
  const items = read(root, 'docs/README.md').split('\n')
  return line.replace(/\[([\w.-]+\.md)\](?=\(([^)#\s]+))/g, (text, name, link) => {
    const item = items.find(each => each.startsWith('- [') && each.includes(`](${link}):`))
    const isNamed = item !== undefined && path.posix.basename(link) === name
    return isNamed ? item.slice(2, item.indexOf(']') + 1) : text
  })
}

/**
 * The page of the operator API as a page of the site, so that its menu, its outline and its search
 * have the methods, records and codes.
 */
function printReference(root) {
  const content = printApiContent(JSON.parse(read(root, 'docs/openapi.json')))
    .replace(/<h1>.*?<\/h1>\n/, '')
    // What the generator writes beside a heading, and finds it by.
    .replace(
      /<h([2-4]) id="([^"]+)">(.*?)<\/h\1>/g,
      '<h$1 id="$2">$3 <a class="header-anchor" href="#$2" aria-label="Link to $2">#</a></h$1>',
    )
    // An empty line would end the HTML.
    .replace(/\n{2,}/g, '\n')
  return `---
outline: [2, 4]
---

# API reference

Every field, record and code of the operator API. Rules, examples and the order of checks are in
[Operator API](../operator-api.md), the calls to your wallet in [Wallet guide](../wallet-guide.md).

<div class="api" v-pre>
${content}
</div>
`
}

/** The page of a folder that has none. */
function listFolder(root, folder) {
  const pages = fs.readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
  const lines = pages
    .filter(name => name.endsWith('.md'))
    .sort()
    .map(name => `- [${titleOf(read(root, path.join(folder, name)))}](${name})`)
  return `# Pages in ${path.basename(folder)}\n\n${lines.join('\n')}\n`
}

/** The heading of the first level. */
export function titleOf(page) {
  const [, title] = /^# (.+)$/m.exec(page)
  return title.replaceAll('`', '')
}

function read(root, file) {
  return fs.readFileSync(path.join(root, file), 'utf8')
}

/** Such a page is named, and stays in the checkout. */
const movable = line => line.replace(HTML, '$1 (`$2`)')

function showSource(file, text) {
  const language = path.extname(file).replace('.mjs', '.js').slice(1) || 'text'
  // A search finds pages about it first.
  const head = `---\nsearch: false\n---\n\n# ${path.basename(file)}\n\nThe file \`${file}\`.\n\n`
  return `${head}\`\`\`\`${language}\n${text}\n\`\`\`\`\n`
}

function write(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true })
  fs.writeFileSync(file, text)
}

function copy(source, target) {
  fs.mkdirSync(path.dirname(target), { recursive: true })
  fs.copyFileSync(source, target)
}
