// Stores the panel's display choices in this browser between visits. Must never store a secret, and
// must work without storage.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`admin:${key}`)
  } catch {
    return null
  }
}

/** Storage may be blocked for the page; the choice then lasts until the page is closed. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`admin:${key}`, value)
  } catch {}
}
