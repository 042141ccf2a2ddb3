// A mistake on purpose: one edit, and the tests that must find it.

export interface Mistake {
  name: string
  file: string
  /** Occurs once in the file. */
  right: string
  wrong: string
  /** Test files, the most likely ones first. */
  tests: readonly string[]
}
