// Who ends what was started: a test, or a harness that is none.

export interface Owner {
  /** Called when the owner is done; what came last goes first. */
  teardown(end: () => unknown): unknown
}

/** An owner that is no test. */
export function createOwner(): Owner & { end(): Promise<void> } {
  const ends: (() => unknown)[] = []
  return {
    teardown: end => ends.push(end),
    async end() {
      for (const end of ends.splice(0).reverse()) await end()
    },
  }
}
