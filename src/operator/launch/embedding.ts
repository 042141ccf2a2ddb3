// What a launch link contains about the pages around the game, signed for its project and until the
// end of its session: which pages may frame the game, and where its lobby is. So a node can serve
// the page with the right policy without any look-up and before any hello, and never links to an
// address that no project has set.

import { isPast } from '../../core/expiry.ts'
import { isOfOneOwner } from '../../core/settings-embedding.ts'
import { readSignedText, signText } from '../signed-text.ts'

export interface Surroundings {
  /** Origins of pages that may frame the game. */
  frameAncestors: readonly string[]
  /** Where the home key leads; null: there is no home key. */
  lobbyUrl: string | null
}

export interface EmbeddingKeys {
  frameKey: Uint8Array
  lobbyKey: Uint8Array
}

/** The project of the link, and when it ends. */
export interface OfLaunch {
  projectId: string
  /** The end of the session. */
  expiresAtMs: number
}

/** The parameters of the link's query. */
export function printSurroundings(
  { frameKey, lobbyKey }: EmbeddingKeys,
  { frameAncestors, lobbyUrl, ...launch }: Surroundings & OfLaunch,
): string[] {
  // An origin that was saved before public suffixes were refused.
  const allowed = frameAncestors.filter(isOfOneOwner)
  return [
    ...(allowed.length > 0 ? [`frame=${sign(frameKey, launch, allowed.join(' '))}`] : []),
    ...(lobbyUrl !== null ? [`lobby=${sign(lobbyKey, launch, lobbyUrl)}`] : []),
  ]
}

/** The origins of a genuine `frame` value before its end; empty for anything else. */
export function readFrameAncestors(key: Uint8Array, value: string, nowMs: number): string[] {
  return readBefore(key, value, nowMs)?.split(' ') ?? []
}

/** The address of a genuine `lobby` value before its end; null for anything else. */
export function readLobbyUrl(key: Uint8Array, value: string, nowMs: number): string | null {
  return readBefore(key, value, nowMs)
}

/**
 * The project whose sessions the page of a genuine `frame` value may play, also after its end; null
 * for anything else.
 */
export function readFramedProject(key: Uint8Array, value: string): string | null {
  return read(key, value)?.projectId ?? null
}

function readBefore(key: Uint8Array, value: string, nowMs: number): string | null {
  const signed = read(key, value)
  return signed === null || isPast(signed.expiresAtMs, nowMs) ? null : signed.text
}

/** Project and end come first; neither they nor what follows them begins with a blank. */
function sign(key: Uint8Array, { projectId, expiresAtMs }: OfLaunch, text: string): string {
  return signText(key, Buffer.from(`${projectId} ${expiresAtMs} ${text}`).toString('base64url'))
}

const SAID = /^([^ ]+) ([0-9]+) (.+)$/

function read(key: Uint8Array, value: string): (OfLaunch & { text: string }) | null {
  const signed = readSignedText(key, value)
  if (signed === null) return null
  const [, projectId, expiresAt, text] =
    SAID.exec(Buffer.from(signed, 'base64url').toString()) ?? []
  // A link from a version that did not include project and end.
  if (projectId === undefined || text === undefined) return null
  return { projectId, expiresAtMs: Number(expiresAt), text }
}
