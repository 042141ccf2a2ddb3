// What a launch link says of the pages around the game, signed: which may show it in a frame, and where its
// lobby is. So a node that looks nothing up serves the page with the right policy before anybody has said
// hello, and leads nobody to an address that no project has set.

import { readSignedText, signText } from '../signed-text.ts'

export interface Surroundings {
  /** Origins of pages that may frame the game. */
  frameAncestors: readonly string[]
  /** Where the home key leads; null: nowhere. */
  lobbyUrl: string | null
}

export interface EmbeddingKeys {
  frameKey: Uint8Array
  lobbyKey: Uint8Array
}

/** The query of the link, with its question mark; empty where there is nothing to say. */
export function printSurroundings(
  { frameKey, lobbyKey }: EmbeddingKeys,
  { frameAncestors, lobbyUrl }: Surroundings,
): string {
  const said = [
    ...(frameAncestors.length > 0 ? [`frame=${sign(frameKey, frameAncestors.join(' '))}`] : []),
    ...(lobbyUrl !== null ? [`lobby=${sign(lobbyKey, lobbyUrl)}`] : []),
  ]
  return said.length === 0 ? '' : `?${said.join('&')}`
}

/** The origins of a genuine `frame` value; none for anything else. */
export function readFrameAncestors(key: Uint8Array, value: string): string[] {
  return read(key, value)?.split(' ') ?? []
}

/** The address of a genuine `lobby` value; null for anything else. */
export function readLobbyUrl(key: Uint8Array, value: string): string | null {
  return read(key, value)
}

function sign(key: Uint8Array, text: string): string {
  return signText(key, Buffer.from(text).toString('base64url'))
}

function read(key: Uint8Array, value: string): string | null {
  const text = readSignedText(key, value)
  return text === null ? null : Buffer.from(text, 'base64url').toString()
}
