// Measures how soon a game's music is heard. It must never judge a figure.

import type { Page } from 'playwright-core'
import { medianOf } from '../../bench/suite/statistics.ts'
import { printLine, printLines, say } from '../../src/cli/command-line.ts'
import { scoreOf } from '../../web/play/sound/scores/catalogue.ts'
import { Maker, wantedOf } from '../../web/play/sound/synthesis/sounds.ts'

const LONGEST_MUSIC_MS = 120_000

interface Opened {
  page: Page
  link: string
  close(): Promise<void>
}

/** From the first press of the spin button, as soon as it exists, to the first sample of music. */
export async function measureMusic(
  ids: readonly string[],
  opens: number,
  openFresh: (id: string) => Promise<Opened>,
): Promise<void> {
  printLines('\n| game | music after, s (middle) | longest |\n|---|---|---|')
  for (const id of ids) {
    say(`${id}: waiting for music`)
    const seen: number[] = []
    for (let open = 0; open < opens; open++) seen.push(await waitForMusic(id, openFresh))
    const seconds = [medianOf(seen), Math.max(...seen)].map(ms => (ms / 1000).toFixed(2))
    printLine(`| ${[id, ...seconds].join(' | ')} |`)
  }
}

async function waitForMusic(id: string, openFresh: (id: string) => Promise<Opened>) {
  const score = await scoreOf(id)
  // Every sound that is not an effect is music; a sound is recognised by its length.
  const maker = new Maker(score)
  const effects = wantedOf(score)
    .first.filter(({ name }) => name !== 'main')
    .map(wanted => maker.make(wanted).left.length)
  const { page, link, close } = await openFresh(id)
  try {
    await page.addInitScript(noteMusic, effects)
    await page.goto(link)
    await page.locator('body[data-state=idle]').waitFor()
    await page.locator('[data-test=spin]').click()
    const waited = await page.waitForFunction(
      () => (globalThis as unknown as NotedMusic).musicAfterMs,
      null,
      { timeout: LONGEST_MUSIC_MS },
    )
    return (await waited.jsonValue()) ?? 0
  } finally {
    await close()
  }
}

interface NotedMusic {
  musicAfterMs?: number
}

/**
 * Runs in the page: the time from the first press to the start of a sound that is not an effect.
 */
function noteMusic(effects: readonly number[]): void {
  interface Source {
    context: { currentTime: number }
    buffer: { length: number } | null
    start(when?: number, ...rest: number[]): void
  }
  const page = globalThis as unknown as NotedMusic & {
    AudioBufferSourceNode: { prototype: Source }
    addEventListener(kind: string, listener: () => void, how: object): void
  }
  let pressedMs = 0
  page.addEventListener('pointerup', () => (pressedMs ||= performance.now()), { capture: true })
  const { prototype } = page.AudioBufferSourceNode
  const { start } = prototype
  prototype.start = function (when = 0, ...rest) {
    const { buffer, context } = this
    // The silent blip with which libraries wake a context does not count.
    if (buffer !== null && buffer.length > 1000 && !effects.includes(buffer.length)) {
      const soonMs = Math.max(0, when - context.currentTime) * 1000
      page.musicAfterMs ??= performance.now() + soonMs - pressedMs
    }
    return start.call(this, when, ...rest)
  }
}
