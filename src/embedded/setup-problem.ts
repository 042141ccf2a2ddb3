// A problem of the machine or the folder that the reader can solve: shown as one line, without a
// stack. Must never be used for a broken invariant in our code.

export class SetupProblem extends Error {}
