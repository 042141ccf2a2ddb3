// How much a test plays: a part at each change (npm test), all of it in npm run prove.

/** Set by scripts/prove.ts. */
export const isFullSize = process.env.REELHOUSE_TEST_SIZE === 'full'

/** For a test that takes long and says what quicker ones say of parts: only npm run prove plays it. */
export const onlyFullSize = { skip: isFullSize ? false : 'npm run prove plays it' }

export function sized<Size>(atEachChange: Size, full: Size): Size {
  return isFullSize ? full : atEachChange
}
