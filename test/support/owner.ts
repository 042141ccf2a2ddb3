// Who closes what was started: a test, or a harness outside of tests.

export interface Owner {
  /** Called when the owner is done, in reverse order. */
  teardown(end: () => unknown): unknown
}

/** An owner that is not a test. */
export function createOwner(): Owner & { end(): Promise<void> } {
  const ends: (() => unknown)[] = []
  return {
    teardown: end => ends.push(end),
    async end() {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}
