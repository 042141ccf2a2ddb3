// The two sides of the panel: people of the platform on the internal listener, people of operators
// on their own. An account signs in on its side only.

export type Side = 'platform' | 'operators'

/** @param projectId of the account; null: of the platform */
export function isOf(side: Side, { projectId }: { projectId: string | null }): boolean {
  return (projectId === null) === (side === 'platform')
}

/** For the audit log. */
export function originOf(side: Side, address: string): string {
  return `${side === 'platform' ? 'admin' : 'operators’'} panel, ${address}`
}
