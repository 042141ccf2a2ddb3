// A problem of the machine or the folder that the reader can solve: shown as its one line, without a
// stack. Must never be used for a broken invariant of our own.

export class SetupProblem extends Error {}
