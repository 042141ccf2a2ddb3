// Reads the TAP of a test file: one line for the file, failures in full, totals at the end. Must
// never judge a file itself; the exit of its program does.

type Totals = Record<'passed' | 'failed' | 'skipped', number>

/** How the program of a test file ended. */
export interface FileEnd {
  /** Null when it ended with exit code 0, else the reason. */
  failure: string | null
  timeMs: number
  /** Processor time. */
  cpuMs: number
}

export type TapReport = ReturnType<typeof createTapReport>

/** tap prints whole objects, including sockets. */
const EXPLANATION_MAX_LINES = 60

/** @param showsComments what tests say of themselves, such as times that they measured */
export function createTapReport(print: (line: string) => void, showsComments = false) {
  const files = new Map<string, Totals>()
  const sum = (kind: keyof Totals) => [...files.values()].reduce((all, file) => all + file[kind], 0)
  return {
    /** Whether it passed. A file that is added again is counted by its last run. */
    addFile(name: string, tap: string, end: FileEnd): boolean {
      if (showsComments) printComments(tap, print)
      const file = readFile(name, tap, print)
      const failure = end.failure ?? (file.tests === 0 ? 'it has no test' : null)
      if (failure !== null && file.failed === 0) {
        // Its tests passed, but it ended early, or one of its children never ended.
        print(`FAIL ${name}: ${failure}`)
        file.failed += 1
      }
      files.set(name, file)
      const isGood = failure === null
      const costs = `${file.tests} tests, ${end.timeMs} ms, ${end.cpuMs} ms of CPU`
      print(`${isGood ? 'ok  ' : 'FAIL'} ${name} (${costs})`)
      return isGood
    },
    totals: (): Totals => ({
      passed: sum('passed'),
      failed: sum('failed'),
      skipped: sum('skipped'),
    }),
  }
}

/** A file's tests have no indentation; each level below has four more spaces. */
const LEVEL = 4
const RESULT = /^( *)(not ok|ok) \d+(?: - (.*?))?(?: # (.*))?$/
const SUBTEST = /^( *)# Subtest: (.*)$/

/** A line with `#`, except tap's own. */
const COMMENT = /^ *# (?!Subtest: |time=|failed |skip|todo|\{)(.+)$/gm

function printComments(tap: string, print: (line: string) => void): void {
  for (const [, text] of tap.matchAll(COMMENT)) print(`     ${text}`)
}

/** Prints the failures of a file as they come and counts its tests. */
function readFile(file: string, tap: string, print: (line: string) => void) {
  const counts = { tests: 0, passed: 0, failed: 0, skipped: 0 }
  const names: string[] = []
  /** Whether a failure was printed at this depth since its parent began. */
  const failedAt: boolean[] = []
  let isAfterExplanation = (_line: string) => true
  for (const line of tap.split('\n')) {
    if (!isAfterExplanation(line)) continue
    isAfterExplanation = () => true
    const subtest = SUBTEST.exec(line)
    if (subtest !== null) names[subtest[1]!.length / LEVEL] = subtest[2]!
    const result = RESULT.exec(line)
    if (result === null) continue
    const [, indent, verdict, name = '', directive = ''] = result
    const depth = indent!.length / LEVEL
    const isSkipped = /^(SKIP|TODO)/i.test(directive)
    const failed = verdict === 'not ok' && !isSkipped
    // A parent fails together with its child, which has already been printed.
    if (failed && failedAt[depth + 1] !== true) {
      print(`FAIL ${[file, ...names.slice(0, depth), name].join(' > ')}`)
      isAfterExplanation = explain(depth * LEVEL + 2, print)
    }
    if (isSkipped)
      printSkipped([file, ...names.slice(0, depth), name].join(' > '), directive, print)
    failedAt[depth + 1] = false
    failedAt[depth] ||= failed
    if (depth > 0) continue
    counts.tests += 1
    counts[isSkipped ? 'skipped' : failed ? 'failed' : 'passed'] += 1
  }
  return counts
}

/** A test that was left out for a reason says the reason. */
function printSkipped(name: string, directive: string, print: (line: string) => void): void {
  const reason = directive.replace(/^(SKIP|TODO) */i, '')
  if (reason !== '') print(`skip ${name}: ${reason}`)
}

/**
 * The indented block after a failure: `---`, lines, `...`. The returned function prints a line that
 * belongs to it; it returns true for the first line after it.
 */
function explain(indent: number, print: (line: string) => void): (line: string) => boolean {
  let lines = 0
  let isEnded = false
  return line => {
    if (isEnded) return true
    if (line.trim() === '') return false
    if (!line.startsWith(' '.repeat(indent))) return true
    isEnded = line.trim() === '...'
    lines += 1
    if (lines <= EXPLANATION_MAX_LINES || isEnded) print(line.slice(indent - 2))
    else if (lines === EXPLANATION_MAX_LINES + 1) print('  (more left out)')
    return false
  }
}
