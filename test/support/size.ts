// How much a test plays: a part at each change (npm test), all of it in npm run prove.

/** Set by scripts/prove.ts. */
export const isFullSize = process.env.REELHOUSE_TEST_SIZE === 'full'

export function sized<Size>(atEachChange: Size, full: Size): Size {
  return isFullSize ? full : atEachChange
}
