// Where a one-time link leads. The token is in the part after the #, which no browser sends and no
// log records.

export function linkOf(origin: string, token: string): string {
  return `${origin}/admin/link#${token}`
}
