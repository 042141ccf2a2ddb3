// Reads the tests' TAP as it comes: one line a test file, failures in full, totals at the end.
// Must never judge by itself; the exit code is tap's.

export interface Totals {
  passed: number
  failed: number
  skipped: number
}

export interface TapReport {
  /** One line of TAP, without its line end. */
  read(line: string): void
  totals(): Totals
}

/** Files are at the margin, a file's tests one level (four spaces) in, their parts further in. */
const LEVEL = 4
const TEST_DEPTH = 1
/** tap prints whole objects, sockets and all. */
const EXPLANATION_MAX_LINES = 60
const RESULT = /^( *)(not ok|ok) \d+(?: - (.*?))?(?: # (.*))?$/
const SUBTEST = /^( *)# Subtest: (.*)$/

export function createTapReport(print: (line: string) => void): TapReport {
  const totals: Totals = { passed: 0, failed: 0, skipped: 0 }
  const names: string[] = []
  /** Whether a failure was printed at this depth since its parent began. */
  const failedAt: boolean[] = []
  let inFile = { tests: 0, failed: 0 }
  /** Indent of the explanation being printed, null outside one. */
  let explaining: number | null = null
  let explained = 0

  function countTest(failed: boolean, directive: string): void {
    inFile.tests += 1
    if (/^(SKIP|TODO)/i.test(directive)) totals.skipped += 1
    else if (failed) {
      totals.failed += 1
      inFile.failed += 1
    } else totals.passed += 1
  }

  function closeFile(failed: boolean, name: string, directive: string): void {
    // A file may fail although no test of it does: it ended early, or a child never ended.
    if (failed && inFile.failed === 0) totals.failed += 1
    const time = /time=([0-9]+)/.exec(directive)?.[1] ?? '?'
    print(`${failed ? 'FAIL' : 'ok  '} ${name} (${inFile.tests} tests, ${time} ms)`)
    inFile = { tests: 0, failed: 0 }
  }

  function readResult(depth: number, failed: boolean, name: string, directive: string): void {
    // A parent fails with its child; the child has been printed.
    if (failed && failedAt[depth + 1] !== true && !/^(SKIP|TODO)/i.test(directive)) {
      print(`FAIL ${[...names.slice(0, depth), name].join(' > ')}`)
      explaining = depth * LEVEL + 2
      explained = 0
    }
    failedAt[depth + 1] = false
    failedAt[depth] ||= failed
    if (depth === TEST_DEPTH) countTest(failed, directive)
    if (depth === 0) closeFile(failed, name, directive)
  }

  function explain(line: string): void {
    if (line.trim() === '') return
    explained += 1
    if (explained <= EXPLANATION_MAX_LINES) print(line)
    else if (explained === EXPLANATION_MAX_LINES + 1) print('  (more left out)')
  }

  return {
    read(line) {
      if (explaining !== null) {
        if (line.trim() === '' || line.startsWith(' '.repeat(explaining))) {
          explain(line.slice(explaining - 2))
          if (line.trim() !== '...') return
        }
        explaining = null
        if (line.trim() === '...') return
      }
      const subtest = SUBTEST.exec(line)
      if (subtest !== null) names[subtest[1]!.length / LEVEL] = subtest[2]!
      const result = RESULT.exec(line)
      if (result === null) return
      const [, indent, verdict, name, directive] = result
      readResult(indent!.length / LEVEL, verdict === 'not ok', name ?? '', directive ?? '')
    },
    totals: () => ({ ...totals }),
  }
}
