// The casino's side of the messages with a game in a frame: its types are those of the platform, it
// accepts messages of the game only, and it repeats hello until it is answered. Real frames are in
// test/browser/client-embedding.

import t from 'tap'
import {
  type CasinoMessageType,
  type CasinoPage,
  type GameMessage,
  openGame,
  readGameMessage,
} from '../../src/sdk/game-frame.ts'
import type { CasinoMessage, GameMessage as Printed } from '../../src/wire/embedding.ts'

type Flat<Union> = Union extends unknown ? { [Key in keyof Union]: Union[Key] } : never
type Same<One, Other> =
  (<Any>() => Any extends One ? 1 : 2) extends <Any>() => Any extends Other ? 1 : 2 ? true : false
void (true satisfies Same<Flat<GameMessage>, Flat<Printed>>)
void (true satisfies Same<CasinoMessageType, CasinoMessage['type']>)

const GAME = 'https://rgs.example'
const LINK = `${GAME}/play/lucky-lanterns/?frame=x.y&place=512#token=rt_x`

function openHere(src = '') {
  const listeners = new Set<Parameters<CasinoPage['addEventListener']>[1]>()
  const sent: [unknown, string][] = []
  const loads = new Set<() => void>()
  const emptied: string[] = []
  const contentWindow = {
    postMessage: (message: unknown, to: string) => void sent.push([message, to]),
    location: { replace: (url: string) => void emptied.push(url) },
  }
  const frame = {
    src,
    contentWindow,
    addEventListener: (_: 'load', listener: () => void) => void loads.add(listener),
    removeEventListener: (_: 'load', listener: () => void) => void loads.delete(listener),
  }
  /** The frame has loaded a page. */
  const load = () => {
    for (const listener of loads) listener()
    loads.clear()
  }
  const heard: GameMessage[] = []
  const page: CasinoPage = {
    addEventListener: (_, listener) => void listeners.add(listener),
    removeEventListener: (_, listener) => void listeners.delete(listener),
  }
  const game = openGame(page, frame, LINK, message => heard.push(message))
  t.teardown(() => game.close())
  const openNext = (hear: (message: GameMessage) => void) => openGame(page, frame, LINK, hear)
  const say = (data: unknown, origin = GAME, source: unknown = contentWindow) => {
    for (const listener of listeners) listener({ data, origin, source })
  }
  return { game, frame, sent, heard, say, load, emptied, listeners, openNext }
}

const loaded = { reelhouse: 1, type: 'loaded', game: 'x', greeted: false, ignored: 0 }

t.test('it accepts messages of its own frame at the origin of the link only', async t => {
  const { frame, heard, say, game } = openHere()
  t.equal(frame.src, LINK)
  say(loaded, 'https://evil.example')
  say(loaded, GAME, {})
  for (const other of [null, 'loaded', { type: 'loaded' }, { ...loaded, reelhouse: 2 }]) say(other)
  t.strictSame(heard, [])
  say(loaded)
  t.strictSame(heard, [loaded])
  game.close()
  say(loaded)
  t.equal(heard.length, 1)
  t.equal(frame.src, 'about:blank')
})

t.test('it sends to the origin of the link only, and greets a reloaded page again', async t => {
  const { game, sent, say } = openHere()
  game.send('pause')
  say(loaded)
  say({ ...loaded, greeted: true })
  say(loaded)
  const expected = ['pause', 'hello', 'hello'].map(type => [{ reelhouse: 1, type }, GAME])
  t.strictSame(sent, expected)
})

t.test("a frame with a game is emptied first, and that game's messages are ignored", async t => {
  const before = `${GAME}/play/lucky-lanterns/?frame=x.y#token=rt_before`
  const { frame, sent, heard, say, load, emptied, game } = openHere(before)
  t.strictSame(emptied, ['about:blank'])
  t.equal(frame.src, before)
  game.send('mute')
  say(loaded)
  t.strictSame([sent, heard], [[], []])
  load()
  t.equal(frame.src, LINK)
  say({ ...loaded, type: 'balance' })
  t.strictSame(heard, [], 'a message still in transit')
  say(loaded)
  say({ ...loaded, type: 'ready' })
  t.match(heard, [{ type: 'loaded' }, { type: 'ready' }])
})

t.test('a frame that is closed while it is emptied stays empty', async t => {
  const { frame, game, load } = openHere(LINK)
  game.close()
  load()
  t.equal(frame.src, 'about:blank')
})

t.test('messages of the next game in a frame reach its own caller only', async t => {
  const { heard, say, load, listeners, openNext } = openHere()
  say(loaded)
  const next: GameMessage[] = []
  const game = openNext(message => next.push(message))
  t.teardown(() => game.close())
  say({ ...loaded, type: 'balance' })
  load()
  say(loaded)
  say({ ...loaded, type: 'ready' })
  t.strictSame(heard, [loaded], 'the earlier caller gets no more messages')
  t.match(next, [{ type: 'loaded' }, { type: 'ready' }])
  t.equal(listeners.size, 1)
})

t.test('a game replaced in its frame no longer sends messages or closes the frame', async t => {
  const { game, frame, sent, say, load, openNext } = openHere()
  const next: GameMessage[] = []
  const newest = openNext(message => next.push(message))
  game.close()
  load()
  t.equal(frame.src, LINK)
  game.send('pause')
  say({ ...loaded, greeted: true })
  t.strictSame([sent, next.length], [[], 1])
  newest.close()
  frame.src = 'https://casino.example/lobby'
  newest.close()
  t.equal(frame.src, 'https://casino.example/lobby', 'nor does one that was closed')
})

t.test('an unknown message type is passed on', async t => {
  t.match(readGameMessage({ reelhouse: 1, type: 'later' }), { type: 'later' })
  t.equal(readGameMessage({ reelhouse: 1 }), null)
})
