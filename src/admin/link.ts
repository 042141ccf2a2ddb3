// Where a one-time link leads. The token stands behind the #, which no browser sends and no log has.

export function linkOf(origin: string, token: string): string {
  return `${origin}/admin/link#${token}`
}
