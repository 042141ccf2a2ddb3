// The documentation at the edge: each file of a site as it is, packed or not, under the strict
// policy; what is missing; and the page of the API beside it.

import path from 'node:path'
import zlib from 'node:zlib'
import t, { type Test } from 'tap'
import { request } from 'undici'
import { registerDocs } from '../../src/edge/docs.ts'
import { PAGE_HEADERS } from '../../src/edge/pages.ts'
import { startEdge } from '../support/edge-server.ts'

const PAGE = `<p>${'a page '.repeat(200)}</p>`
const SITE = {
  'index.html': '<h1>start</h1>',
  '404.html': '<h1>no such page</h1>',
  // As a packed node has it: the compressed copy alone.
  'guide.html.br': zlib.brotliCompressSync(PAGE),
  assets: { 'app.0f3c.js': 'let one = 1' },
  packages: { 'kit-1.0.0.tgz': 'packed' },
  examples: { 'wallet.py': 'print(1)', 'wallet.mjs': 'let one = 1' },
  shelf: { 'index.html': '<h1>shelf</h1>' },
}
const API = { 'index.html': '<h1>the API</h1>', 'openapi.json': '{"openapi":"3.1.0"}' }

async function start(t: Test, site: typeof SITE | null) {
  const dir = t.testdir(site === null ? { api: API } : { api: API, site })
  const url = await startEdge(t, app =>
    registerDocs(app, path.join(dir, 'api'), path.join(dir, 'site')),
  )
  return async (at: string, options: Parameters<typeof request>[1] = {}) => {
    const { statusCode: status, headers, body } = await request(`${url}${at}`, options)
    return { status, headers, bytes: Buffer.from(await body.arrayBuffer()) }
  }
}

t.test('a node serves the site, and keeps its policy on every page', async t => {
  const get = await start(t, SITE)
  for (const [at, text] of [
    ['/docs/', '<h1>start</h1>'],
    ['/docs/guide.html', PAGE],
    ['/docs/shelf/', '<h1>shelf</h1>'],
    ['/docs/api/', '<h1>the API</h1>'],
  ] as const) {
    const { status, headers, bytes } = await get(at)
    t.equal(status, 200, at)
    t.equal(bytes.toString(), text, at)
    t.match(headers, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
    const policy = PAGE_HEADERS['content-security-policy']!
    t.equal(headers['content-security-policy'], policy, at)
  }
  t.match(await get('/docs/openapi.json'), { status: 200, bytes: Buffer.from(API['openapi.json']) })
})

t.test('packages and examples are files to keep, which no page can run', async t => {
  const get = await start(t, SITE)
  for (const [at, type] of [
    ['/docs/packages/kit-1.0.0.tgz', 'application/gzip'],
    ['/docs/examples/wallet.py', 'text/plain; charset=utf-8'],
    ['/docs/examples/wallet.mjs', 'text/plain; charset=utf-8'],
  ] as const) {
    const { status, headers } = await get(at)
    t.equal(status, 200, at)
    t.match(headers, { 'content-type': type, 'x-content-type-options': 'nosniff' }, at)
    t.equal(headers['content-security-policy'], PAGE_HEADERS['content-security-policy'], at)
  }
})

t.test('the page of the API is the site’s, where the site has one', async t => {
  const reference = '<h1>the reference</h1>'
  const get = await start(t, { ...SITE, api: { 'index.html': reference } })
  t.equal((await get('/docs/api/')).bytes.toString(), reference)
})

t.test('a client that reads Brotli gets the copy as it was packed', async t => {
  const get = await start(t, SITE)
  const packed = await get('/docs/guide.html', { headers: { 'accept-encoding': 'gzip, br' } })
  t.match(packed.headers, { 'content-encoding': 'br', vary: 'accept-encoding' })
  t.strictSame(packed.bytes, SITE['guide.html.br'])
  const plain = await get('/docs/guide.html', { headers: { 'accept-encoding': 'gzip' } })
  t.equal(plain.headers['content-encoding'], undefined)
})

t.test('names with a hash may be kept for ever', async t => {
  const get = await start(t, SITE)
  t.match(await get('/docs/assets/app.0f3c.js'), {
    status: 200,
    headers: { 'content-type': /^text\/javascript/, 'cache-control': /immutable/ },
  })
})

t.test('what is not in the site is answered by its own page, with 404', async t => {
  const get = await start(t, SITE)
  for (const at of ['/docs/none', '/docs/none/', '/docs/guide.html.br', '/docs/%2e%2e%2fapi']) {
    const { status, bytes } = await get(at)
    t.equal(status, 404, at)
    t.equal(bytes.toString(), SITE['404.html'], at)
  }
})

t.test('addresses without a slash at the end lead to those with one', async t => {
  const get = await start(t, SITE)
  t.match(await get('/docs'), { status: 302, headers: { location: '/docs/' } })
  t.match(await get('/docs/api'), { status: 302, headers: { location: '/docs/api/' } })
  t.match(await get('/docs/', { method: 'POST' }), { status: 405, headers: { allow: 'GET' } })
  t.match(await get('/docs/guide.html', { method: 'PUT' }), { status: 405 })
})

t.test('a node without the site leads to the page of the API', async t => {
  const get = await start(t, null)
  t.match(await get('/docs/'), { status: 302, headers: { location: '/docs/api/' } })
  t.match(await get('/docs/api/'), { status: 200 })
})
