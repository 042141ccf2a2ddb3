// The round that a lane's thread is working on in one piece, in memory that outlives the thread:
// the watch reads here at which round a thread was lost. Contains only the round's id.

/** The first element is whether a round is being worked on; its id follows (a UUID as text). */
const ID_AT = 4
const ID_BYTES = 36

export const newWorkMark = () => new SharedArrayBuffer(ID_AT + ID_BYTES)

/** The thread's side. Nested work keeps the outer mark, because it is for the same round. */
export function createWorkMark(memory: SharedArrayBuffer) {
  const isSet = new Int32Array(memory, 0, 1)
  const id = Buffer.from(memory, ID_AT)
  return function atWork<Answer>(roundId: string, work: () => Answer): Answer {
    if (Atomics.load(isSet, 0) === 1) return work()
    id.write(roundId, 'latin1')
    Atomics.store(isSet, 0, 1)
    try {
      return work()
    } finally {
      Atomics.store(isSet, 0, 0)
    }
  }
}

/** Read once the thread is gone: the round at which it was lost, or null. */
export function readWorkMark(memory: SharedArrayBuffer): string | null {
  if (Atomics.load(new Int32Array(memory, 0, 1), 0) === 0) return null
  return Buffer.from(memory, ID_AT).toString('latin1')
}
