// What a mistake on purpose is: one edit, and the tests that must notice it.

export interface Mistake {
  name: string
  file: string
  /** Occurs once in the file. */
  right: string
  wrong: string
  /** Test files, those that should notice first. */
  tests: readonly string[]
}
