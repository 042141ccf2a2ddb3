// Owns the buttons that start rounds from outside the bet panel: autoplay, and those of a sheet or
// a dialog. They are disabled while no round may start. It must never decide that.

export class StartButtons {
  /** Buttons of a sheet are removed with it. */
  private readonly keys = new Set<HTMLButtonElement>()
  private locked = true

  add(key: HTMLButtonElement): void {
    for (const each of this.keys) if (!each.isConnected) this.keys.delete(each)
    this.keys.add(key)
    key.disabled = this.locked
  }

  /** Closes the sheets and dialogs that have one: what they say no longer holds. */
  closeSheets(): void {
    for (const key of this.keys) key.closest('dialog')?.close()
  }

  lock(locked: boolean): void {
    this.locked = locked
    for (const key of this.keys) key.disabled = locked
  }
}
