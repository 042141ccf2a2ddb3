// Sign-in, sign-out and one-time links, as JSON.

import { type Static, Type } from 'typebox'
import { role } from '../common-schema.ts'

export const SignIn = Type.Object({
  name: Type.String({ maxLength: 64 }),
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
  sessionId: Type.String(),
  hasTotp: Type.Boolean(),
  timeZone: Type.String({
    description: 'An IANA name: the time zone in which the panel shows times.',
  }),
})
export type SignedInAccount = Static<typeof SignedInAccount>

export const Session = Type.Object({
  account: SignedInAccount,
  /** The name of the node that answers. */
  node: Type.String(),
})
export type Session = Static<typeof Session>

export const SignedIn = Type.Object({ name: Type.String(), role })

export const Link = Type.Object({
  token: Type.String({ maxLength: 128, description: 'The part of the link after the #.' }),
})
export const LinkUse = Type.Object({
  token: Type.String({ maxLength: 128 }),
  password: Type.String({ maxLength: 1024 }),
})
