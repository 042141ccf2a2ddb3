// How much a test plays: a part at each change (npm test), all of it in npm run prove.

/** Set by scripts/prove.ts. */
export const isFullSize = process.env.REELHOUSE_TEST_SIZE === 'full'

/** For a long test whose parts are covered by quicker ones: only npm run prove plays it. */
export const onlyFullSize = { skip: isFullSize ? false : 'npm run prove plays it' }

/** Never returns. At full size it keeps a core busy: a thread must end in mid-computation too. */
export function hang(): never {
  if (!isFullSize) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)
  for (;;);
}

export function sized<Size>(atEachChange: Size, full: Size): Size {
  return isFullSize ? full : atEachChange
}
