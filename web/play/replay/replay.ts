// Owns the game page as a replay of a recorded round, for the platform's staff: it fetches the
// recording from the admin API, gives the client a socket that answers from it, and adds controls
// below. Loaded on demand; a player's page never loads it. It must never open a socket, and shows
// only what was recorded.

import type { ReplayFeed } from '../../../src/admin/rounds/schema.ts'
import type { Hud } from '../page/hud.ts'
import { installClock } from './clock.ts'
import { Controls } from './controls.ts'
import { installSocket } from './recorded-socket.ts'
import { textsFor } from './texts.ts'

/**
 * Resolves when the client may start; never for a round that can't be replayed: the page says why.
 */
export async function prepare(hud: Hud): Promise<void> {
  const asked = new URLSearchParams(location.search)
  const language = asked.get('language') ?? hud.language
  const texts = textsFor(language)
  dress()
  hud.setLoadingScreen(texts.loading)
  const read = await readFeed(asked.get('round') ?? '')
  if (read.feed === null) {
    hud.setLoadingScreen(read.reason ?? texts.failed)
    document.body.dataset.code = read.code
    document.body.dataset.replay = 'refused'
    await new Promise(() => {})
    return
  }
  const clock = installClock()
  const socket = installSocket(read.feed, language)
  new Controls({ feed: read.feed, hud, clock, socket, texts }).begin()
}

type Read = { feed: ReplayFeed } | { feed: null; code: string; reason: string | null }

async function readFeed(roundId: string): Promise<Read> {
  try {
    const answer = await fetch(`/admin/api/rounds/${encodeURIComponent(roundId)}/replay`)
    const body = (await answer.json()) as ReplayFeed & { message?: string; reason?: string }
    if (answer.ok) return { feed: body }
    return { feed: null, code: body.message ?? 'REQUEST_FAILED', reason: body.reason ?? null }
  } catch {
    return { feed: null, code: 'REQUEST_FAILED', reason: null }
  }
}

const SHEET = `
.replaying { --replay-bar: 96px }
.replaying .table { bottom: var(--replay-bar) }
.replaying :is(.keys, .bets, .mode, .grant, .teaser) { display: none }
.replay-no-balance .balance-box { visibility: hidden }
.replaying .decision { pointer-events: none; bottom: var(--replay-bar) }
.replaying[data-form=wide] .decision { bottom: -8px; zoom: .8 }
.replaying .bar { min-height: 64px }
.replay-bar {
  position: fixed; inset: auto 0 0; z-index: 40; box-sizing: border-box;
  display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px 18px;
  padding: 10px 16px; background: #11141c; color: #f2f4f8; border-top: 1px solid #39415a;
  font: 500 14px/1.3 system-ui, sans-serif;
}
.replay-keys { display: flex; align-items: center; gap: 8px; flex-wrap: wrap }
.replay-keys button, .replay-keys select {
  min-height: 44px; padding: 0 14px; border-radius: 8px; border: 1px solid #56607c; background: #232a3b;
  color: inherit; font: inherit;
}
.replay-keys button:disabled { opacity: .45 }
.replay-keys button:not(:disabled):hover { background: #313b54 }
.replay-keys .replay-play { background: #3d63dd; border-color: #6a8bf5; font-weight: 700; min-width: 96px }
.replay-keys .replay-play:not(:disabled):hover { background: #4d73ee }
.replay-bar :focus-visible { outline: 3px solid #ffd166; outline-offset: 2px }
.replay-facts { display: flex; flex-wrap: wrap; gap: 4px 16px; margin: 0 }
.replay-facts div { display: flex; gap: 6px }
.replay-facts dt { color: #aab3c9 }
.replay-facts dd { margin: 0; font-weight: 700; font-variant-numeric: tabular-nums }
.replay-says { flex-basis: 100%; margin: 0; color: #ffd88a }
.replay-says:empty { display: none }
@media (max-width: 640px) {
  .replay-bar { padding: 8px 10px; gap: 6px 12px; font-size: 13px }
  .replay-keys { gap: 6px; flex-wrap: nowrap; width: 100% }
  .replay-keys button, .replay-keys select { padding: 0 8px; flex: 1 1 auto }
  .replay-keys .replay-play { min-width: 64px }
  .replay-facts { display: grid; grid-template-columns: 1fr 1fr; width: 100% }
}
`

function dress(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(SHEET)
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet]
  document.body.classList.add('replaying')
}
