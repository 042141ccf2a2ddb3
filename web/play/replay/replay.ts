// Owns the game page as a replay of a recorded round, for the platform's staff: it fetches the
// recording from the admin API, gives the client a socket that answers from it, and adds controls
// below. Loaded on demand; a player's page never loads it. It must never open a socket, and shows
// only what was recorded.

import type { ReplayFeed } from '../../../src/admin/rounds/schema.ts'
import type { Hud } from '../page/hud.ts'
import { installClock } from './clock.ts'
import { Controls } from './controls.ts'
import { dress } from './look.ts'
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
