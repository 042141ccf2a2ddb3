// The roles of the panel's accounts, by what their people do. What a role may do is in
// src/admin/access/actions.ts.

export const ACCOUNT_ROLES = ['owner', 'release', 'support', 'finance', 'viewer'] as const
export type AccountRole = (typeof ACCOUNT_ROLES)[number]
