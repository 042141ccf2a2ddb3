// Owns access to the browser's storage, which may be blocked for a page (private windows, frames of
// other sites). It must never hold a secret.

export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Where storage is blocked, the value lasts until the page is closed. */
export function keep(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
