// What an owner makes for a player and cancels through the operator's methods: grants and target
// outcomes alike.

import type { PlayerRef } from '../../core/player.ts'
import type { AuditChange } from '../../ledger/audit/audit-log.ts'
import type { AnyMethod } from '../../operator/call.ts'
import type { AdminDeps } from '../deps.ts'
import type { AdminRefused } from '../errors.ts'
import { askMethod } from './by-operators-rules.ts'
import { findPlayer, findProjectOf } from './known-player.ts'

export interface Asked {
  method: AnyMethod
  /** The fields of the operator's request, including the record's name. */
  fields: object
}

type Told<Answer> = Promise<{ ok: true; answer: Answer } | AdminRefused>

/** For a player who is already known to the platform. */
export async function makeRecord<Answer>(
  deps: AdminDeps,
  player: PlayerRef,
  { method, fields }: Asked,
  audit: AuditChange,
): Told<Answer> {
  const found = await findProjectOf(deps, player)
  if (!found.ok) return found
  const known = await findPlayer(deps, player)
  if (!known.ok) return known
  return askMethod<Answer>(deps, method, found.project, fields, audit)
}

/** @param isOf whether the record that `get` answers is the player's: a path names both */
export async function cancelRecord<Answer>(
  deps: AdminDeps,
  player: PlayerRef,
  { get, cancel }: { get: Asked; cancel: Asked },
  isOf: (answer: Answer) => boolean,
  unknown: AdminRefused,
  audit: AuditChange,
): Told<Answer> {
  const found = await findProjectOf(deps, player)
  if (!found.ok) return found
  const known = await askMethod<Answer>(deps, get.method, found.project, get.fields)
  if (!known.ok) return known
  if (!isOf(known.answer)) return unknown
  return askMethod<Answer>(deps, cancel.method, found.project, cancel.fields, audit)
}
