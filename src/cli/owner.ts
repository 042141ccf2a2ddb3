// Who types a command, for the audit log.

import os from 'node:os'
import type { AuditedBy } from '../ledger/audit/audit-log.ts'

export function readOwner(): AuditedBy {
  return { actor: `owner:${readName()}`, origin: `command line on ${os.hostname()}` }
}

/** A container may run as a user without a name. */
function readName(): string {
  try {
    return os.userInfo().username
  } catch {
    return String(process.getuid?.() ?? 'unknown')
  }
}
