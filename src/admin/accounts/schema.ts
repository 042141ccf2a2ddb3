// The reader's own account, and the people who run the platform, as JSON.

import { type Static, Type } from 'typebox'
import { projectOrNull, role, time, timeOrNull } from '../common-schema.ts'

export const AdminSession = Type.Object({
  sessionId: Type.String(),
  createdAt: time,
  seenAt: time,
  address: Type.String(),
  userAgent: Type.String(),
})
export type AdminSession = Static<typeof AdminSession>

export const Sessions = Type.Object({ sessions: Type.Array(AdminSession) })

export const OwnAccount = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  role,
  projectId: projectOrNull,
  hasTotp: Type.Boolean(),
  /** The session that makes the request. */
  sessionId: Type.String(),
  sessions: Type.Array(AdminSession),
})
export type OwnAccount = Static<typeof OwnAccount>

export const PasswordChange = Type.Object({ next: Type.String({ maxLength: 1024 }) })
export const TimeZoneChange = Type.Object({
  timeZone: Type.String({ maxLength: 64, description: 'An IANA name, `Europe/Kyiv`; or `UTC`.' }),
})
export const TotpSetUp = Type.Object({ secret: Type.String(), uri: Type.String() })
export type TotpSetUp = Static<typeof TotpSetUp>
export const TotpConfirm = Type.Object({
  newCode: Type.String({
    maxLength: 16,
    description: 'The code that the authenticator shows for the new secret.',
  }),
})

export const Person = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  role,
  projectId: projectOrNull,
  /** False: the one-time link was not used yet. */
  hasPassword: Type.Boolean(),
  hasTotp: Type.Boolean(),
  hasIdentity: Type.Boolean({ description: 'It signs in through the OpenID provider.' }),
  isDisabled: Type.Boolean(),
  createdAt: time,
  sessions: Type.Integer(),
  lastSeenAt: timeOrNull,
})
export type Person = Static<typeof Person>
export const People = Type.Object({ people: Type.Array(Person) })

export const PeopleQuery = Type.Object({
  projectId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'People of this operator; otherwise the platform’s.',
    }),
  ),
})

export const NewPerson = Type.Object({
  name: Type.String({
    pattern: '^[a-z0-9][a-z0-9._@-]{0,63}$',
    description: '1 to 64 of a-z, 0-9, ".", "_", "@" and "-"; no "@" with `projectId`.',
  }),
  role,
  projectId: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'Of an operator’s account, which signs in as `name@projectId`.',
    }),
  ),
})
export const PersonChange = Type.Object({ role, isDisabled: Type.Boolean() })

/** Shown once: the link sets a password and is valid for a day. */
export const PersonLink = Type.Object({
  accountId: Type.String(),
  name: Type.String({ description: 'To sign in with.' }),
  link: Type.String(),
})
export type PersonLink = Static<typeof PersonLink>
export const Ended = Type.Object({ ended: Type.Integer() })
