// How a one-time link is printed. It is stored nowhere else: the person who has it sets the
// password.

import { linkOf } from '../../admin/link.ts'
import { printJson, printLine, say } from '../command-line.ts'

interface Link {
  name: string
  role: string
  token: string
  /** Null: the address of the panel was not given. */
  adminUrl: string | null
}

export function printLink({ name, role, token, adminUrl }: Link, asJson: boolean): void {
  const link = linkOf(adminUrl ?? '', token)
  if (asJson) {
    printJson({ name, role, link })
    return
  }
  say(`A link for ${name} (${role}), good once and for a day:`)
  printLine(link)
  if (adminUrl === null) say("It begins with the panel's address: set ADMIN_URL to have it whole.")
}
