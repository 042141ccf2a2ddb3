// `npm run art`: a page on this machine with every picture of every game, made of the files as they
// are at each request, or with what is wrong with them. Must never write into the checkout, except
// the cache of shrunk pictures.

import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { artPacks, listArt } from './art-packs.mjs'
import { pixiParts } from './later-parts.mjs'

const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const PAGE = path.join(ROOT, 'web', 'art')
const PORT = 8099
const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' }

const server = createServer((request, response) => {
  answer(request.url).then(
    ({ type, body }) => response.writeHead(200, { 'content-type': TYPES[type] }).end(body),
    error => response.writeHead(500, { 'content-type': 'text/plain' }).end(error.message),
  )
})
server.listen(PORT, '127.0.0.1', () => {
  process.stdout.write(`Every picture: http://127.0.0.1:${PORT}/ (reload it after a change)\n`)
})

async function answer(url) {
  if (url === '/main.js') return { type: 'js', body: await bundlePage() }
  if (url === '/style.css') return { type: 'css', body: readFileSync(`${PAGE}/style.css`) }
  return { type: 'html', body: readFileSync(`${PAGE}/index.html`) }
}

/** A page that shows the error if a picture breaks a rule. */
async function bundlePage() {
  try {
    const result = await build({
      entryPoints: [path.join(PAGE, 'main.ts')],
      absWorkingDir: ROOT,
      bundle: true,
      write: false,
      format: 'esm',
      target: 'es2022',
      define: { GAMES: JSON.stringify(listArt(ROOT)) },
      plugins: [pixiParts, artPacks(ROOT, path.join(ROOT, 'dist', 'art'))],
      logLevel: 'silent',
    })
    return result.outputFiles[0].text
  } catch ({ message }) {
    const text = JSON.stringify(message)
    return `document.body.innerHTML = '<p class="error"></p>'
      document.querySelector('p').textContent = ${text}`
  }
}
