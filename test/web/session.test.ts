// A player's session on a page without a browser: the real connection, session and rounds, with a
// socket that the test speaks for, and a table that only notes what it is shown.

import t, { type Test } from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { loadTexts } from '../../web/play/texts/files.ts'

type Fields = Readonly<Record<string, unknown>>
type Parts = Record<string, (...values: unknown[]) => unknown>
type Made = new (...values: unknown[]) => Parts

/** Its types are those of a browser, which a test does not have. */
async function load(file: string, name: string): Promise<Made> {
  const url = new URL(`../../web/play/${file}.js`, import.meta.url).href
  return ((await import(url)) as Record<string, Made>)[name]!
}

const Connection = await load('net/connection', 'Connection')
const Session = await load('session/session', 'Session')
const StartButtons = await load('bet/start-buttons', 'StartButtons')
const TEXTS = await loadTexts('en')

/** The page's newest socket, and what it waits for before it connects again. */
let line: Line
let reconnect = () => {}

class Line {
  static readonly OPEN = 1
  readonly readyState = 1
  readonly sent: Fields[] = []
  onmessage: (message: { data: string }) => void = () => {}
  onclose: (event: { code: number }) => void = () => {}

  constructor() {
    line = this
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text) as Fields)
  }

  close(): void {}
}

const say = (message: Fields) => line.onmessage({ data: JSON.stringify(message) })

function cut(): void {
  line.onclose({ code: 3000 })
  reconnect()
}

const BROWSER: Fields = {
  WebSocket: Line,
  addEventListener: () => {},
  document: { addEventListener: () => {} },
  navigator: { onLine: true },
  window: {
    setTimeout(run: () => void) {
      reconnect = run
      return 0
    },
  },
}
for (const [name, value] of Object.entries(BROWSER)) {
  const real = Object.getOwnPropertyDescriptor(globalThis, name)
  Object.defineProperty(globalThis, name, { value, configurable: true })
  t.teardown(() => {
    if (real === undefined) Reflect.deleteProperty(globalThis, name)
    else Object.defineProperty(globalThis, name, real)
  })
}

const ROUND = '01a1fcc3-7c3a-709c-a93d-570ac1071dc2'

const round = (status: string, more: Fields = {}) => ({
  roundId: ROUND,
  gameMode: 'base',
  bet: { level: 1 },
  currency: 'EUR',
  stake: '1.00',
  baseStake: '1.00',
  win: '0.00',
  freeSpin: null,
  events: [],
  choices: [],
  awaiting: null,
  decidedForPlayer: false,
  status,
  ...more,
})

const welcome = (more: Fields = {}) => ({
  type: 'welcome',
  currency: 'EUR',
  balance: '10.00',
  balanceAt: 1,
  round: null,
  decided: null,
  freeSpins: null,
  paused: false,
  sessionPlay: null,
  ...more,
})

const update = (of: Fields, balance: string, balanceAt: number) => ({
  type: 'round',
  round: of,
  balance,
  balanceAt,
  freeSpins: null,
})

const refusal = (code: string, retry = false) => ({
  type: 'error',
  requestId: line.sent.at(-1)!.requestId,
  code,
  message: '',
  retry,
})

/** Everything that can happen without a further message has happened. */
const settle = () => new Promise(resolve => setImmediate(resolve))

/** A page whose table is not built yet. */
function open(t: Test) {
  const shown: { what: string; values: readonly unknown[] }[] = []
  /** Notes every call; what is given is there. */
  const part = (name: string, given: Fields = {}) =>
    new Proxy<Record<string, unknown>>(
      { ...given },
      {
        get: (target, key) =>
          key in target
            ? target[String(key)]
            : (...values: unknown[]) => void shown.push({ what: `${name}.${String(key)}`, values }),
      },
    )
  let session: Parts | null = null
  const whenBuilt =
    (name: string) =>
    (...values: unknown[]) =>
      session?.[name]?.(...values)
  const names = ['lost', 'heard', 'waiting', 'ended', 'balanceRead', 'balanceFailed']
  const connection = new Connection('', '', {
    ...Object.fromEntries([...names, 'balanceChanged'].map(name => [name, whenBuilt(name)])),
    welcomed: whenBuilt('resumed'),
    openElsewhere: () => {},
  })
  t.teardown(() => connection.close!())
  connection.start!()
  const autoplay = part('autoplay', { isRunning: false })
  const startButtons = new StartButtons()
  const mode = { id: 'base' }
  const table = {
    connection,
    hud: part('hud', { currency: 'EUR' }),
    presenter: part('presenter', { isCardShown: false }),
    decision: part('decision', { offers: false }),
    bets: part('bets'),
    panel: part('panel', { mode }),
    startButtons,
    freeSpins: part('freeSpins', {
      due: null,
      stakeMinor: null,
      card: { open: false },
      changesAfter: () => [],
    }),
    autoplay,
    profile: part('profile', { mayStart: true, asks: false, rules: { skip: true } }),
    signs: part('signs'),
    casino: part('casino', { paused: false }),
    reports: part('reports', { isOpen: false }),
    pots: part('pots'),
    texts: TEXTS,
  }
  const last = (what: string) => shown.findLast(each => each.what === what)?.values ?? []
  return {
    shown,
    last,
    autoplay,
    startButtons,
    /** The table is ready, some time after its welcome. */
    build(first: Fields): Parts {
      session = new Session(table)
      session.begin!(first, Promise.resolve(null))
      return session
    },
    spin: () => session!.spin!(mode),
    state: () => last('hud.setState')[0],
    balance: () => last('hud.setBalance')[0],
    notice: () => last('hud.notice'),
  }
}

/** A page with a table and without a round. */
function openTable(t: Test) {
  const page = open(t)
  say(welcome())
  const session = page.build(welcome())
  return { ...page, session }
}

const OUTCOME = { ...update(round('crediting'), '9.00', 2), type: 'outcome', requestId: 'r' }
const SETTLED = { type: 'settled', requestId: 'r', roundId: ROUND, balance: '12.00', balanceAt: 3 }
const ENDS: Readonly<Record<string, readonly Fields[]>> = {
  'an outcome and its end': [OUTCOME, { ...SETTLED, freeSpin: null, freeSpins: null }],
  'a round': [update(round('settled'), '12.00', 3)],
}

for (const [name, messages] of Object.entries(ENDS)) {
  t.test(`what comes while the table is built ends the open round: ${name}`, async t => {
    const page = open(t)
    const first = welcome({ round: round('pending') })
    say(first)
    for (const message of messages) say(message)
    page.build(first)
    await settle()
    t.equal(page.state(), 'idle')
    t.equal(page.balance(), 1_200n)
  })

  t.test(`what comes during a replay ends the round found before: ${name}`, async t => {
    const { session, ...page } = openTable(t)
    let end = () => {}
    const over = session.lend!(
      () =>
        new Promise<void>(resolve => {
          end = resolve
        }),
    )
    cut()
    say(welcome({ round: round('pending') }))
    for (const message of messages) say(message)
    t.not(page.balance(), 1_200n, 'its balance waits for it')
    end()
    await over
    await settle()
    t.equal(page.state(), 'idle')
    t.equal(page.balance(), 1_200n)
  })
}

t.test('what came before a welcome does not change its round', async t => {
  const page = open(t)
  say(welcome({ round: round('pending') }))
  say(update(round('crediting'), '9.00', 2))
  cut()
  const newer = welcome({ round: round('pending') })
  say(newer)
  page.build(newer)
  await settle()
  t.equal(page.state(), 'spinning')
  t.equal(page.last('signs.show')[0], 'wallet')
})

t.test('the refund of a cancelled bet reaches the screen and the casino', async t => {
  const page = openTable(t)
  page.spin()
  say(refusal('BET_REFUSED'))
  await settle()
  t.equal(page.state(), 'idle')
  say(update(round('rejected'), '11.00', 5))
  t.equal(page.balance(), 1_100n)
  t.strictSame(page.last('reports.balance'), [1_100n])
  say(update(round('rejected', { currency: 'USD' }), '77.00', 6))
  t.equal(page.balance(), 1_100n, 'not a balance in another currency')
  for (const text of [TEXTS.refused, TEXTS.errors.BET_REFUSED]) t.notMatch(text, /not charged/)
})

t.test('a refund that comes while the reels stop is not lost', async t => {
  const page = openTable(t)
  page.spin()
  const { requestId } = line.sent.at(-1)!
  say({ ...update(round('rejected'), '9.00', 4), requestId })
  say(update(round('rejected'), '10.00', 5))
  await settle()
  t.equal(page.state(), 'idle')
  t.equal(page.balance(), 1_000n)
})

t.test('the reason of a fresh connection stays on the screen', async t => {
  for (const code of ['RECONCILIATION_REQUIRED', 'ROUND_OPEN']) {
    const page = openTable(t)
    page.spin()
    say(refusal(code))
    await settle()
    reconnect()
    say(welcome())
    await settle()
    const since = page.shown.findLastIndex(({ what }) => what === 'hud.notice')
    t.equal(page.notice()[1], code)
    t.notOk(page.shown.slice(since).some(({ what }) => what === 'hud.clearNotice'))
    cut()
    say(welcome())
    t.ok(
      page.shown.slice(since).some(({ what }) => what === 'hud.clearNotice'),
      'a lost one ends it',
    )
  }
})

t.test('an order that names a price closes when a round is found', async t => {
  const page = openTable(t)
  let closed = 0
  const close = () => {
    closed++
  }
  page.startButtons.add!({ isConnected: true, closest: () => ({ close }) })
  page.startButtons.add!({ isConnected: true, closest: () => null })
  cut()
  say(welcome())
  t.equal(closed, 0, 'without a round it stays')
  cut()
  say(welcome({ round: round('pending') }))
  t.equal(closed, 1)
})

t.test('a command that is repeated does not ask the player to try again', async t => {
  const page = openTable(t)
  page.spin()
  say(refusal('WALLET_BUSY', true))
  t.strictSame(page.notice().slice(0, 2), [TEXTS.errors.WALLET_BUSY, 'WALLET_BUSY'])
  say(refusal('REQUEST_FAILED', true))
  t.strictSame(page.notice().slice(0, 2), [TEXTS.retrying, 'REQUEST_FAILED'])
  for (const language of LANGUAGES) {
    const { errors, retrying } = await loadTexts(language)
    for (const text of [errors.WALLET_BUSY, retrying]) t.match(text, /…$/, language)
  }
})

t.test('autoplay that a silent platform stopped is not stopped without a word', async t => {
  const { session, autoplay, notice } = openTable(t)
  autoplay.isRunning = true
  session.lost!('silent')
  autoplay.isRunning = false
  session.heard!()
  t.strictSame(notice(), [TEXTS.autoplayLost, 'AUTOPLAY_LOST', true])
})

t.test('a reconnect in a round keeps the newest balance', async t => {
  const page = openTable(t)
  page.spin()
  const { requestId } = line.sent.at(-1)!
  say({ type: 'balance', balance: '20.00', balanceAt: 50 })
  cut()
  say(welcome({ balance: '20.00', balanceAt: 50 }))
  t.not(page.balance(), 2_000n, 'not before the round has been shown')
  say({ ...update(round('settled'), '15.00', 40), requestId })
  await settle()
  t.equal(page.state(), 'idle')
  t.equal(page.balance(), 2_000n)
})

t.test('the net position has a resumed round, and one that is gone', async t => {
  const page = open(t)
  const first = welcome({ round: round('pending') })
  say(first)
  page.build(first)
  t.match(page.last('profile.follow'), [{ roundId: ROUND }, false])
  cut()
  const sessionPlay = { playedMs: 60_000, net: '4.00' }
  say(welcome({ sessionPlay }))
  await settle()
  t.equal(page.state(), 'idle')
  t.match(page.last('profile.welcomed'), [{ sessionPlay }])
})
