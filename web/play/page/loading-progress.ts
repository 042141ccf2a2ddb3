// Owns the progress bar of the loading screen. It must never move except when something has
// arrived.

/** Shares of the bar. The share of the files grows with their bytes. */
const SHARES = {
  files: 0.7,
  words: 0.05,
  lettering: 0.05,
  renderer: 0.05,
  connection: 0.1,
  stage: 0.05,
}

type LoadingStep = Exclude<keyof typeof SHARES, 'files'>

/** The page's progress: only what has arrived counts. */
export class Progress {
  private readonly bar = document.getElementById('loading-bar')
  private readonly files: Map<string, number>
  private readonly done = new Set<LoadingStep>()
  private readonly allBytes: number

  constructor() {
    const links = document.querySelectorAll<HTMLLinkElement>('link[data-bytes]')
    this.files = new Map(Array.from(links, link => [link.href, Number(link.dataset.bytes)]))
    this.allBytes = sum(this.files.values())
    const watch = new PerformanceObserver(list => this.arrived(list.getEntries()))
    watch.observe({ type: 'resource', buffered: true })
    this.show()
  }

  finish(step: LoadingStep): void {
    this.done.add(step)
    this.show()
  }

  private arrived(entries: PerformanceEntryList): void {
    for (const { name } of entries) this.files.delete(name)
    this.show()
  }

  private show(): void {
    const missing = this.allBytes === 0 ? 0 : sum(this.files.values()) / this.allBytes
    const steps = Array.from(this.done, step => SHARES[step])
    const percent = Math.round(100 * (SHARES.files * (1 - missing) + sum(steps)))
    this.bar?.setAttribute('aria-valuenow', String(percent))
    this.bar?.style.setProperty('--loaded', String(percent / 100))
  }
}

function sum(numbers: Iterable<number>): number {
  return Array.from(numbers).reduce((all, each) => all + each, 0)
}
