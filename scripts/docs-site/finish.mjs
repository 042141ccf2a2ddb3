// The last step of the documentation site: what the generator writes into its pages as inline
// scripts and styles goes into files, because the content security policy of a node allows no
// others; and the licences of the code in it. Must never change what a page says.

import { createHash } from 'node:crypto'
import fs from 'node:fs'
import path from 'node:path'

const INLINE = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g
/** In pages a `<` that begins no tag is escaped. */
const TAG = /<[a-z][^<>]*>/g
const LICENCE = /^(licen[cs]e|copying)/i

/** @param colours class -> style, @param packages places of packages */
export function finishSite({ outDir, base, colours, packages }) {
  const pages = fs
    .readdirSync(outDir, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.html'))
    .map(name => path.join(outDir, name))
  const style = [...colours].sort().map(([name, declarations]) => `.${name}{${declarations}}`)
  const css = writeAsset(outDir, 'code', '.css', style.join('\n'))
  // The same on every page: the colour scheme and the kind of keyboard, before anything is drawn.
  const script = inlineScriptsOf(fs.readFileSync(pages[0], 'utf8'))
  const js = writeAsset(outDir, 'first', '.js', script)
  const links =
    `<script src="${base}assets/${js}"></script>` +
    `<link rel="stylesheet" href="${base}assets/${css}">`
  for (const page of pages) {
    const html = fs.readFileSync(page, 'utf8')
    if (inlineScriptsOf(html) !== script) throw new Error(`${page} has another inline script`)
    const strict = html
      .replace(INLINE, '')
      .replace(TAG, tag => tag.replace(/\sstyle="[^"]*"/g, ''))
      .replace('</head>', `${links}</head>`)
    fs.writeFileSync(page, strict)
  }
  fs.writeFileSync(path.join(outDir, 'licences.txt'), printLicences([...packages].sort()))
}

function inlineScriptsOf(html) {
  return [...html.matchAll(INLINE)].map(([, text]) => text).join(';\n')
}

/** @returns its name, which contains a hash of its content */
function writeAsset(outDir, name, ending, content) {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 8)
  const file = `${name}.${hash}${ending}`
  fs.writeFileSync(path.join(outDir, 'assets', file), content)
  return file
}

function printLicences(places) {
  const texts = places.map(place => {
    const { name, license } = JSON.parse(fs.readFileSync(path.join(place, 'package.json'), 'utf8'))
    const file = fs.readdirSync(place).find(each => LICENCE.test(each))
    const text = file === undefined ? license : fs.readFileSync(path.join(place, file), 'utf8')
    return `${name}\n\n${text.trim()}\n`
  })
  return `The code of this site contains these packages.\n\n${texts.join('\n----\n\n')}`
}
