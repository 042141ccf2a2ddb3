// The sources of the documentation site: every page under docs/, the files outside it that a page
// links to, and what the generator is configured by. Links are changed to where each page is on the
// site; must never change what a page says.

import fs from 'node:fs'
import path from 'node:path'

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/
/** A link or picture that leads to a file of the checkout. */
const LINK = /(!\[[^\]]*)?\]\((?![a-z]+:)([^)#\s]+)(#[^)\s]*)?\)/g
/** A link to a page with its own styles, which the policy of a node refuses. */
const HTML = /\[([^\]]+)\]\((?:\.\.\/)*([\w/.-]+\.html)\)/g
const THEME = `import theme from 'vitepress/theme-without-fonts'
import './style.css'
export default theme
`

/** @param target an empty or missing folder */
export function stageSite(root, target) {
  stageFiles(root, target)
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
    movable(line.replace(/^- \[ \] /, '- ☐ ')).replace(
      LINK,
      (_, picture = '', link, heading = '') => {
        const named = path.posix.join(path.posix.dirname(file), link)
        const isFolder = fs.statSync(path.join(root, named)).isDirectory()
        const found = isFolder ? path.posix.join(named, 'README.md') : named
        if (picture === '') linked.push(found)
        else pictures.push(found)
        return `${picture}](${path.posix.relative(from, placeOf(found))}${heading})`
      },
    )
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
