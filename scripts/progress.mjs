// Shows how far a long step has come: on a terminal a bar, elsewhere a line every few seconds. Runs
// before installation, so it must never import a package; it never writes to stdout.

const BAR_CHARACTERS = 24
const REDRAW_MS = 200
/** Without a terminal each state is a line. */
const LINE_MS = 5_000

/**
 * @param measure returns what is done: `{ done, total, note }`
 * @returns its `end`, which leaves the last state on the screen
 */
export function showProgress(name, measure, output = process.stderr) {
  const startedMs = performance.now()
  const print = () => {
    const seconds = Math.round((performance.now() - startedMs) / 1_000)
    const line = `${name} ${describe(measure())}, ${seconds} s`
    output.write(output.isTTY ? `\r\x1b[K${line}` : `${line}\n`)
  }
  print()
  const timer = setInterval(print, output.isTTY ? REDRAW_MS : LINE_MS)
  return {
    end() {
      clearInterval(timer)
      print()
      if (output.isTTY) output.write('\n')
    },
  }
}

function describe({ done, total, note }) {
  const full = Math.floor((BAR_CHARACTERS * done) / total)
  const bar = '#'.repeat(full) + '.'.repeat(BAR_CHARACTERS - full)
  return `[${bar}] ${done} of ${total}${note === '' ? '' : ` (${note})`}`
}
