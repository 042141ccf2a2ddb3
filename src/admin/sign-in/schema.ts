// Sign-in, sign-out and one-time links, as JSON.

import { type Static, Type } from 'typebox'
import { ADMIN_ACTIONS } from '../access/actions.ts'
import { projectOrNull, role, textOrNull } from '../common-schema.ts'

export const SignIn = Type.Object({
  name: Type.String({ maxLength: 129, description: 'Of an operator’s person: `name@project`.' }),
  password: Type.String({ maxLength: 1024 }),
  code: Type.Optional(
    Type.String({
      maxLength: 16,
      description: "The authenticator's code; needed after CODE_REQUIRED.",
    }),
  ),
})

/** Added to the fields of a route that asks for the password again. */
export const STEP_UP_FIELDS = {
  password: Type.Optional(
    Type.String({
      maxLength: 1024,
      description: 'The password of the account that asks, typed again.',
    }),
  ),
  code: Type.Optional(
    Type.String({ maxLength: 16, description: 'The code of its authenticator, if it has one.' }),
  ),
}
const StepUp = Type.Object(STEP_UP_FIELDS)
export type StepUp = Static<typeof StepUp>

/** Who is signed in. */
export const SignedInAccount = Type.Object({
  accountId: Type.String(),
  name: Type.String(),
  role,
  projectId: projectOrNull,
  sessionId: Type.String(),
  hasTotp: Type.Boolean(),
  timeZone: Type.String({
    description: 'An IANA name: the time zone in which the panel shows times.',
  }),
})
export type SignedInAccount = Static<typeof SignedInAccount>

export const Session = Type.Object({
  account: SignedInAccount,
  actions: Type.Array(Type.Enum([...ADMIN_ACTIONS]), { description: 'What the account may do.' }),
  node: { ...textOrNull, description: 'The node that answers; null for accounts of an operator.' },
})
export type Session = Static<typeof Session>

export const SignInWays = Type.Object({
  side: Type.Enum(['platform', 'operators'], { description: 'Whose people sign in here.' }),
  provider: { ...textOrNull, description: 'The OpenID provider’s name; null: passwords only.' },
})
export type SignInWays = Static<typeof SignInWays>

export const SignedIn = Type.Object({ name: Type.String(), role, projectId: projectOrNull })

export const Link = Type.Object({
  token: Type.String({ maxLength: 128, description: 'The part of the link after the #.' }),
})
export const LinkUse = Type.Object({
  token: Type.String({ maxLength: 128 }),
  password: Type.String({ maxLength: 1024 }),
})
