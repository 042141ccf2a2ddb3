// What the parts of the contact sheet pass to each other.

export type Size = readonly [width: number, height: number]

export interface Row {
  state: string
  /** JPEG, one for each window; null: the game has no such state. */
  pictures: readonly (Buffer | null)[]
}
