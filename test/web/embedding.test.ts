// The messages between a game and the page around it: the partners, the accepted messages, and the
// reports of rounds. Without a browser; test/browser/client-embedding has the real windows.

import t from 'tap'
import { Compile } from 'typebox/compile'
import {
  printSurroundings,
  readFrameAncestors,
  readFramedProject,
  readLobbyUrl,
} from '../../src/operator/launch/embedding.ts'
import { GameMessage } from '../../src/wire/embedding.ts'
import type { RoundView } from '../../src/wire/play-round.ts'
import { Casino, type OutgoingMessage } from '../../web/play/embedding/casino.ts'
import { guessOrigin, isAllowed, readSources } from '../../web/play/embedding/origin.ts'
import { moneyOf, RoundReports } from '../../web/play/embedding/round-reports.ts'
import { socketQuery } from '../../web/play/net/socket-query.ts'

const KEYS = { frameKey: Buffer.alloc(32, 1), lobbyKey: Buffer.alloc(32, 2) }
const HOUSE = 'https://casino.example'
const OF = { projectId: 'acorn', expiresAtMs: 1_795_249_232_075 }
const gameMessage = Compile(GameMessage)
const searchOf = (around: Parameters<typeof printSurroundings>[1]) =>
  `?${printSurroundings(KEYS, around).join('&')}`

t.test('the page reads the origins that the launch link was signed with', async t => {
  const frameAncestors = [HOUSE, 'https://*.example.org:8443', 'http://localhost:4100']
  const search = searchOf({ ...OF, frameAncestors, lobbyUrl: HOUSE })
  t.strictSame(readSources(search), frameAncestors)
  const unframed = searchOf({ ...OF, frameAncestors: [], lobbyUrl: HOUSE })
  t.strictSame(readSources(unframed), [])
  for (const none of ['', '?frame=', '?frame=.x', '?frame=%00%ff', '?frame=ä']) {
    t.strictSame(readSources(none), [], none)
  }
})

const readValue = (search: string, name: string) => new URLSearchParams(search).get(name)!

t.test('signed values belong to one project and end with the session', async t => {
  const around = { ...OF, frameAncestors: [HOUSE], lobbyUrl: HOUSE }
  const search = searchOf(around)
  const [frame, lobby] = [readValue(search, 'frame'), readValue(search, 'lobby')]
  const { expiresAtMs, projectId } = OF
  t.strictSame(readFrameAncestors(KEYS.frameKey, frame, expiresAtMs - 1), [HOUSE])
  t.strictSame(readFrameAncestors(KEYS.frameKey, frame, expiresAtMs), [], 'ended')
  t.equal(readLobbyUrl(KEYS.lobbyKey, lobby, expiresAtMs - 1), HOUSE)
  t.equal(readLobbyUrl(KEYS.lobbyKey, lobby, expiresAtMs), null, 'ended')
  t.equal(readFramedProject(KEYS.frameKey, frame), projectId, 'its project has no end')
  t.equal(readFramedProject(KEYS.frameKey, lobby), null, 'signed for something else')
  const other = searchOf({ ...around, projectId: 'another' })
  t.not(readValue(other, 'frame'), frame)
  t.not(readValue(other, 'lobby'), lobby)
})

t.test('stored origins on a shared domain of many owners are not signed', async t => {
  const kept = { ...OF, frameAncestors: ['https://*.co.uk', HOUSE], lobbyUrl: null }
  t.strictSame(readSources(searchOf(kept)), [HOUSE])
  t.strictSame(printSurroundings(KEYS, { ...kept, frameAncestors: ['https://*.co.uk'] }), [])
})

t.test('the socket is opened with what the link says for it, and with nothing else', async t => {
  t.equal(socketQuery(''), '')
  t.equal(socketQuery('?place=512'), '?place=512')
  t.equal(socketQuery('?frame=a.b&lobby=c.d&place=0&other=1'), '?frame=a.b&place=0')
  t.equal(socketQuery('?place=1&place=2'), '', 'two places are none')
  t.equal(socketQuery('?place=%26frame%3Dx'), '?place=%26frame%3Dx', 'one value stays one')
})

t.test('an origin is allowed as a content security policy allows it', async t => {
  const allowed: [string, string][] = [
    [HOUSE, HOUSE],
    ['https://casino.example:443', HOUSE],
    ['https://casino.example:8443', 'https://casino.example:8443'],
    ['https://*.casino.example', 'https://play.casino.example'],
    ['https://*.casino.example', 'https://a.b.casino.example'],
    ['http://localhost:4100', 'http://localhost:4100'],
  ]
  for (const [source, origin] of allowed) t.ok(isAllowed(origin, ['https://x.example', source]))
  const refused: [string, string][] = [
    [HOUSE, 'http://casino.example'],
    [HOUSE, 'https://casino.example:8443'],
    [HOUSE, 'https://play.casino.example'],
    [HOUSE, 'https://casino.example.evil.example'],
    ['https://*.casino.example', HOUSE],
    ['https://*.casino.example', 'https://evilcasino.example'],
    ['https://*.casino.example', 'https://play.casino.example:8443'],
    ['https://*.casino.example:8443', 'https://play.casino.example'],
    ['http://localhost:4100', 'http://localhost:4101'],
    [HOUSE, 'null'],
    [HOUSE, ''],
    [HOUSE, `${HOUSE}/`],
    ['*', HOUSE],
    ['', HOUSE],
  ]
  for (const [source, origin] of refused)
    t.notOk(isAllowed(origin, [source]), `${source} ${origin}`)
  t.notOk(isAllowed(HOUSE, []))
})

t.test('the page around is identified by the browser, or by a list of one', async t => {
  const guess = (ancestorOrigins: string[] | undefined, referrer: string, ...sources: string[]) =>
    guessOrigin({ ancestorOrigins, referrer }, sources)
  const BELOW = 'https://*.casino.example'
  const PLAY = 'https://play.casino.example'
  t.equal(guess([PLAY, 'https://top.example'], '', BELOW), PLAY)
  t.equal(
    guess([PLAY], `${HOUSE}/x`, BELOW, HOUSE),
    PLAY,
    'ancestors are more reliable than a referrer',
  )
  t.equal(guess(['https://evil.example'], `${PLAY}/x`, BELOW), null)
  t.equal(guess(undefined, `${PLAY}/games?x=1`, BELOW), PLAY)
  t.equal(guess([], `${PLAY}/`, BELOW), PLAY)
  t.equal(guess(undefined, 'https://evil.example/', HOUSE), null)
  t.equal(guess(undefined, '', HOUSE), HOUSE, 'there is no other')
  t.equal(guess(undefined, '', `${HOUSE}:443`), HOUSE)
  t.equal(guess(undefined, '', BELOW), null, 'any of them')
  t.equal(guess(undefined, '', HOUSE, BELOW), null)
  t.equal(guess(undefined, ''), null)
})

/** A casino's page that records its messages, with the origin each was meant for. */
function around(setup: { origin?: string | null; sources?: string[]; framed?: boolean } = {}) {
  const posted: { message: OutgoingMessage; to: string }[] = []
  const page = { postMessage: (message: GameMessage, to: string) => posted.push({ message, to }) }
  const { origin = HOUSE, sources = [HOUSE], framed = true } = setup
  const casino = new Casino({ game: 'x', page: framed ? page : null, sources, origin })
  const say = (data: unknown, from: string = HOUSE, source: unknown = page) =>
    casino.hear({ origin: from, source, data })
  const types = () => posted.splice(0).map(({ message }) => message.type)
  return { casino, posted, say, types }
}

const wish = (type: string) => ({ reelhouse: 1, type })

t.test('only messages of the page around, from an allowed origin, are accepted', async t => {
  const { casino, say, types } = around()
  say(wish('pause'), 'https://evil.example')
  say(wish('pause'), HOUSE, {})
  say(wish('pause'), 'null')
  t.notOk(casino.paused)
  t.notOk(casino.listens)
  t.strictSame(types(), [], 'nor is it answered')
  say(wish('pause'))
  t.ok(casino.paused)
  t.ok(casino.listens)
  const alone = around({ framed: false })
  alone.say(wish('pause'), HOUSE, null)
  t.notOk(alone.casino.paused, 'a game without a frame accepts no messages')
})

t.test('nothing is sent before the origin is known, and hello makes up for it', async t => {
  const { casino, posted, say } = around({ origin: null, sources: ['https://*.casino.example'] })
  casino.open()
  const balance = moneyOf(100n, 'EUR')
  const sessionId = '00000000-0000-7000-8000-000000000000'
  casino.send({ type: 'ready', game: 'x', sessionId, language: 'en', mode: 'TEST_ONLY', balance })
  t.strictSame(posted, [])
  const origin = 'https://play.casino.example'
  say(wish('hello'), origin)
  t.strictSame(
    posted.map(({ message, to }) => [message.type, to]),
    [
      ['loaded', origin],
      ['ready', origin],
      ['state', origin],
    ],
  )
  for (const { message } of posted) t.ok(gameMessage.Check(message), message.type)
})

t.test('an invalid message is reported once and counted, and foreign ones are ignored', async t => {
  const { casino, posted, say, types } = around()
  for (const foreign of ['pause', 7, null, undefined, [], {}, { type: 'pause' }]) say(foreign)
  t.strictSame(types(), [])
  const broken = [
    { reelhouse: 2, type: 'pause' },
    { reelhouse: '1', type: 'pause' },
    { reelhouse: 1 },
    { reelhouse: 1, type: 'spin' },
    { reelhouse: 1, type: 'toString' },
    { reelhouse: 1, type: ['pause'] },
  ]
  for (const each of broken) say(each)
  t.notOk(casino.paused)
  t.notOk(casino.listens)
  t.match(posted, [{ message: { type: 'error', code: 'INVALID_MESSAGE', fatal: false } }])
  t.equal(posted.length, 1)
  t.ok(gameMessage.Check(posted[0]!.message))
  say({ ...wish('hello'), more: 'is left alone' })
  t.match(posted[1]!.message, { type: 'loaded', greeted: true, ignored: broken.length })
})

t.test('pause, mute and the balance are state that is sent when it changes', async t => {
  const { casino, say, types } = around()
  let refreshes = 0
  casino.onRefresh = () => {
    refreshes += 1
  }
  for (const type of ['pause', 'pause', 'mute', 'resume', 'unmute', 'unmute']) say(wish(type))
  t.strictSame(types(), ['state', 'state', 'state', 'state'])
  t.notOk(casino.takeRefresh())
  say(wish('refresh-balance'))
  t.equal(refreshes, 1)
  t.ok(casino.takeRefresh())
  t.notOk(casino.takeRefresh())
})

t.test('rules, rounds and messages are shown once the game is ready, at most eight', async t => {
  const { casino, say, types } = around()
  const acts: string[] = []
  for (const type of ['open-rules', 'open-history']) say(wish(type))
  const text = 'Your deposit has arrived.'
  for (let id = 0; id < 9; id++) say({ ...wish('show-message'), messageId: `${id}`, text })
  casino.serve(act => acts.push('messageId' in act ? act.messageId : act.type))
  t.strictSame(acts, ['open-rules', 'open-history', '0', '1', '2', '3', '4', '5'])
  say(wish('open-rules'))
  t.equal(acts.at(-1), 'open-rules')
  t.strictSame(types(), [], 'none of it is answered at once')
})

t.test('a message without its fields, or with long ones, changes nothing', async t => {
  const { casino, posted, say } = around()
  const acts: unknown[] = []
  casino.serve(act => acts.push(act))
  const long = (characters: number) => 'x'.repeat(characters)
  const broken = [
    wish('show-message'),
    { ...wish('show-message'), messageId: 'a', text: ' ' },
    { ...wish('show-message'), messageId: 'a', text: long(501) },
    { ...wish('show-message'), messageId: long(65), text: 'a' },
    { ...wish('show-message'), messageId: 7, text: 'a' },
    wish('offer-top-up'),
    { ...wish('offer-top-up'), offered: 'yes' },
    wish('end'),
    { ...wish('end'), reason: long(301) },
  ]
  for (const each of broken) say(each)
  t.strictSame(acts, [])
  t.notOk(casino.offersTopUp)
  t.equal(casino.endReason, null)
  t.match(posted, [{ message: { type: 'error', code: 'INVALID_MESSAGE' } }])
  say({ ...wish('show-message'), messageId: long(64), text: long(500) })
  t.equal(acts.length, 1, 'the longest is shown')
})

t.test('an end pauses the game for good, with its first reason', async t => {
  const { casino, say, types } = around()
  say({ ...wish('end'), reason: 'Enough for today.' })
  say({ ...wish('end'), reason: 'Another.' })
  say(wish('resume'))
  t.ok(casino.paused)
  t.equal(casino.endReason, 'Enough for today.')
  t.strictSame(types(), [], 'the state that the casino set is another one')
  say({ ...wish('offer-top-up'), offered: true })
  t.ok(casino.offersTopUp)
})

const round = (roundId: string, more: Partial<RoundView> = {}) =>
  ({
    roundId,
    gameMode: 'base',
    currency: 'EUR',
    stake: '0.20',
    win: '1.50',
    status: 'settled',
    freeSpin: null,
    ...more,
  }) as RoundView
const ID = '01a1fcc3-7c3a-709c-a93d-570ac1071dc2'

t.test('a round is reported in order, each event once', async t => {
  const { casino, posted } = around()
  const reports = new RoundReports(casino, 'EUR')
  reports.heard(round(ID, { status: 'awaiting' }))
  reports.heard(round(ID))
  t.ok(reports.isOpen)
  reports.balance(980n)
  reports.balance(980n)
  reports.seen(round(ID))
  reports.seen(round(ID))
  reports.over({ kind: 'round', round: round(ID) })
  reports.over({ kind: 'round', round: round(ID) })
  t.notOk(reports.isOpen)
  t.match(
    posted.map(({ message }) => message),
    [
      {
        type: 'round-started',
        roundId: ID,
        stake: { amount: '0.20', minor: '20', currency: 'EUR' },
        freeSpin: null,
        resumed: false,
      },
      { type: 'balance', balance: { minor: '980' } },
      { type: 'outcome', roundId: ID, win: { amount: '1.50', minor: '150' } },
      { type: 'settled', roundId: ID, status: 'settled', win: { minor: '150' } },
    ],
  )
  t.equal(posted.length, 4)
  for (const { message } of posted) t.ok(gameMessage.Check(message), message.type)
})

t.test('a round that never started, or ended elsewhere, is reported so', async t => {
  const { casino, posted } = around()
  const reports = new RoundReports(casino, 'EUR')
  reports.over({ kind: 'refused' })
  t.strictSame(posted, [], 'no round had begun')
  reports.heard(round(ID, { status: 'pending' }), true)
  reports.over({ kind: 'gone' })
  reports.heard(round(`${ID.slice(0, -1)}3`, { status: 'pending' }))
  reports.over({ kind: 'round', round: round(ID, { status: 'rejected', win: '0.00' }) })
  t.match(
    posted.map(({ message }) => message),
    [
      { type: 'round-started', resumed: true },
      { type: 'settled', status: 'unknown', win: null },
      { type: 'round-started', resumed: false },
      { type: 'settled', status: 'rejected', win: { minor: '0' } },
    ],
  )
  for (const { message } of posted) t.ok(gameMessage.Check(message), message.type)
})
