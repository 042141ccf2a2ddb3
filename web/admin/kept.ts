// What this browser keeps for the panel between visits: choices of its look. Must never hold a secret, and works
// without storage.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(`admin:${key}`)
  } catch {
    return null
  }
}

/** Storage may be closed to the page; the choice then lasts as long as the page. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(`admin:${key}`, value)
  } catch {}
}
