// What a project's id may look like. Its callback address is checked by callback-address, its
// allowed networks by network.

const PROJECT_ID = /^[a-z0-9][a-z0-9_-]{0,63}$/

export type Check = { ok: true } | { ok: false; reason: string }

export function checkProjectId(id: string): Check {
  if (PROJECT_ID.test(id)) return { ok: true }
  return {
    ok: false,
    reason: 'a project id has 1 to 64 of a-z, 0-9, "_" and "-", starting with a letter or digit',
  }
}
