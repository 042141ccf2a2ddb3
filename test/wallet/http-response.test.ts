// Answers of a wallet as bytes: read the same however the network cuts them, and refused where two
// readers could read them in two ways.

import fc from 'fast-check'
import t from 'tap'
import { InvalidResponse, ResponseReader } from '../../src/wallet/http-response.ts'

const KEEP_MS = 4_000

/** What a reader reports of the pieces, which are overwritten once they are read. */
function readPieces(pieces: readonly string[], isClosed = false) {
  const reader = new ResponseReader(KEEP_MS)
  const seen = { interim: 0, status: 0, body: '', keptMs: -1 }
  const to = {
    onInterim: () => void seen.interim++,
    onStatus(status: number) {
      seen.status = status
    },
    onBody(bytes: Buffer) {
      seen.body += bytes.toString('latin1')
    },
    onEnd(keptMs: number) {
      seen.keptMs = keptMs
    },
  }
  for (const piece of pieces) {
    const bytes = Buffer.from(piece, 'latin1')
    reader.read(bytes, to)
    bytes.fill('#')
  }
  if (isClosed) reader.close(to)
  return seen
}

const OK = 'HTTP/1.1 200 OK\r\n'
const BODY = '{"status":"ok"}'
const LENGTH = `Content-Length: ${BODY.length}\r\n`
const CHUNKED = 'Transfer-Encoding: chunked\r\n'
const CHUNKS = `8;name=value\r\n${BODY.slice(0, 8)}\r\n07\r\n${BODY.slice(8)}\r\n0\r\nx: y\r\n\r\n`

const ANSWERS: [name: string, text: string, keptMs: number][] = [
  ['a length', `${OK}${LENGTH}\r\n${BODY}`, KEEP_MS],
  ['chunks', `${OK}${CHUNKED}\r\n${CHUNKS}`, KEEP_MS],
  ['hints before it', `HTTP/1.1 103\r\nlink: x\r\n\r\n${OK}${LENGTH}\r\n${BODY}`, KEEP_MS],
  ['an end of the connection', `${OK}Connection: x, Close\r\n${LENGTH}\r\n${BODY}`, 0],
  ['a shorter time', `${OK}keep-alive: timeout=3, max=9\r\n${LENGTH}\r\n${BODY}`, 2_000],
  ['a longer time', `${OK}keep-alive: timeout=60\r\n${LENGTH}\r\n${BODY}`, KEEP_MS],
  ['HTTP/1.0', `HTTP/1.0 200 OK\r\n${LENGTH}\r\n${BODY}`, 0],
  ['HTTP/1.0, kept', `HTTP/1.0 200 OK\r\nconnection: keep-alive\r\n${LENGTH}\r\n${BODY}`, KEEP_MS],
]

for (const [name, text, keptMs] of ANSWERS) {
  t.test(`${name}: the same answer in one piece, byte by byte and in any pieces`, async t => {
    const expected = { status: 200, body: BODY, keptMs }
    t.match(readPieces([text]), expected)
    t.match(readPieces([...text]), expected)
    const cuts = fc.array(fc.nat(text.length), { maxLength: 6 })
    const property = fc.property(cuts, ats => {
      const sorted = [0, ...ats.sort((a, b) => a - b), text.length]
      const pieces = sorted.slice(1).map((at, i) => text.slice(sorted[i], at))
      t.match(readPieces(pieces), expected)
    })
    fc.assert(property, { numRuns: 50 })
  })
}

t.test('without a length the end of the connection ends the answer', async t => {
  t.match(readPieces([`${OK}\r\n${BODY}`], true), { body: BODY, keptMs: 0 })
  t.match(readPieces([`${OK}${LENGTH}\r\n${BODY.slice(1)}`], true), { keptMs: -1 }, 'too short')
  t.match(readPieces([`${OK}${CHUNKED}\r\n${CHUNKS.slice(0, -2)}`], true), { keptMs: -1 })
})

t.test('204 and 304 have no body', async t => {
  for (const status of [204, 304]) {
    t.match(readPieces([`HTTP/1.1 ${status} x\r\n\r\n`]), { status, body: '', keptMs: KEEP_MS })
  }
})

const REFUSED: [name: string, text: string][] = [
  ['another protocol', 'SSH-2.0-x'],
  ['another version', 'HTTP/2.0 200 OK\r\n\r\n'],
  ['no status', 'HTTP/1.1 OK\r\n\r\n'],
  ['an upgrade', 'HTTP/1.1 101 Switching\r\nupgrade: x\r\n\r\n'],
  ['a length and chunks', `${OK}${LENGTH}${CHUNKED}\r\n`],
  ['two lengths', `${OK}${LENGTH}content-length: 2\r\n\r\n`],
  ['two equal lengths', `${OK}${LENGTH}${LENGTH}\r\n`],
  ['a signed length', `${OK}content-length: +15\r\n\r\n`],
  ['a list of lengths', `${OK}content-length: 15, 15\r\n\r\n`],
  ['another encoding', `${OK}transfer-encoding: gzip, chunked\r\n\r\n`],
  ['chunks in HTTP/1.0', `HTTP/1.0 200 OK\r\n${CHUNKED}\r\n`],
  ['a folded header', `${OK}x: y\r\n z\r\n${LENGTH}\r\n`],
  ['a space before the colon', `${OK}content-length : 15\r\n\r\n`],
  ['a header without a name', `${OK}: x\r\n\r\n`],
  ['a bare line feed', `${OK}x: y\n${LENGTH}\r\n`],
  ['a chunk without a size', `${OK}${CHUNKED}\r\n;x\r\n`],
  ['a negative chunk', `${OK}${CHUNKED}\r\n-1\r\n`],
  ['a chunk longer than its size', `${OK}${CHUNKED}\r\n1\r\nab\r\n`],
  ['a chunk of 64 bits', `${OK}${CHUNKED}\r\n1000000000\r\n`],
  ['a long head', `${OK}x: ${'y'.repeat(17_000)}`],
  ['a long chunk line', `${OK}${CHUNKED}\r\n1;${'y'.repeat(2_000)}`],
]

t.test('guarantee 18: what is unclear or too long is no answer', async t => {
  for (const [name, text] of REFUSED) {
    t.throws(() => readPieces([text]), InvalidResponse, name)
    t.throws(() => readPieces([...text]), InvalidResponse, `${name}, byte by byte`)
  }
  const twice = `${OK}${LENGTH}\r\n${BODY}${OK}`
  t.throws(() => readPieces([twice]), InvalidResponse, 'more than one answer')
})
