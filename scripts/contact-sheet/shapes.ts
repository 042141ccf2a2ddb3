// What the parts of the contact sheet hand to each other.

export type Size = readonly [width: number, height: number]

export interface Row {
  state: string
  /** JPEG, one a window; null: the game has no such state. */
  pictures: readonly (Buffer | null)[]
}
