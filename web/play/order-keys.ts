// Owns the keys that order rounds from outside the bet panel: autoplay, and what a sheet or a question orders. They are
// off while no round may be ordered. It must never decide that.

export class OrderKeys {
  /** Those of a sheet go with it. */
  private readonly keys = new Set<HTMLButtonElement>()
  private locked = true

  add(key: HTMLButtonElement): void {
    for (const each of this.keys) if (!each.isConnected) this.keys.delete(each)
    this.keys.add(key)
    key.disabled = this.locked
  }

  lock(locked: boolean): void {
    this.locked = locked
    for (const key of this.keys) key.disabled = locked
  }
}
