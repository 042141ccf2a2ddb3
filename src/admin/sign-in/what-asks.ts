// What asks for the password again, and why: one row for each route of the admin API that is not a GET. A request asks
// where it can show a key, move money or lower a wall; what raises a wall never waits for a password. A GET shows no
// key and changes nothing, so none asks. Must never look at what is stored: a row knows the body alone.

/** `when`: for such bodies, without the password and the code. */
type Asks = 'never' | 'always' | ((body: object) => boolean)

interface WhatAsks {
  readonly asks: Asks
  /** A sentence for the documents. */
  readonly why: string
}

const never = (why: string): WhatAsks => ({ asks: 'never', why })
const always = (why: string): WhatAsks => ({ asks: 'always', why })

/** Values of a project that neither leak, nor move money, nor lower a wall. A new value asks until it is named here. */
const FREE_VALUES: ReadonlySet<string> = new Set([
  // As it was read: no value.
  'revision',
  // In which of our languages a game opens.
  'defaultLanguage',
  // How many calls to the wallet run at once; each call is as it was.
  'walletConnections',
])

const PLAYER = '/projects/:projectId/players/:playerId'

const WHAT_ASKS: Readonly<Record<string, WhatAsks>> = {
  'POST /sign-in': never('It is the asking itself.'),
  'POST /sign-out': never('It ends access.'),
  'POST /link': never('The link is the secret, and nobody is signed in.'),
  'POST /link/use': never('The link is the secret, and nobody is signed in.'),

  'POST /account/password': always('A new password takes the account over.'),
  'PUT /account/time-zone': never('It changes how times are shown.'),
  'POST /account/totp/begin': never('The new secret is good for nothing until it is confirmed.'),
  'POST /account/totp/confirm': always('A second step of a stranger takes the account over.'),
  'POST /account/totp/remove': always('It takes the second step away.'),
  'POST /account/sessions/:sessionId/end': always(
    'At a stolen session it signs the person out who would end that session.',
  ),

  'POST /people': always('A new account outlasts the open browser.'),
  'PUT /people/:accountId': always(
    'It makes owners, lets people back in, and takes from owners what they would stop a stranger by.',
  ),
  'POST /people/:accountId/reset': always('The new link takes the account over.'),
  'POST /people/:accountId/sessions/end': always('It signs owners out who would stop a stranger.'),
  'POST /people/:accountId/sessions/:sessionId/end': always(
    'It signs owners out who would stop a stranger.',
  ),

  'POST /projects': always('It shows a key, and says where money is asked for.'),
  'PUT /projects/:projectId': {
    asks: body => Object.keys(body).some(name => !FREE_VALUES.has(name)),
    why:
      'Unless only the default language or the number of wallet connections changes: the others say where the key goes, ' +
      'who may call, what rounds pay and stake, when bets are given back, and what guards players.',
  },
  'POST /projects/:projectId/connection-test': never(
    'It sends the key to an address that was saved with the password, and to no other.',
  ),
  'POST /projects/:projectId/key/reveal': always('It shows the key.'),
  'POST /projects/:projectId/key/regenerate': always(
    'It shows a new key and shuts the old one out.',
  ),
  'POST /projects/:projectId/signing': always('It shows a signing key or takes signatures away.'),

  [`POST ${PLAYER}/sessions/end`]: never('It ends access; open rounds and money stay.'),
  [`POST ${PLAYER}/sessions/:sessionId/end`]: never('It ends access; open rounds and money stay.'),
  [`POST ${PLAYER}/rtp/level`]: always('It changes what rounds pay.'),
  [`POST ${PLAYER}/rtp/auto`]: always('It changes what rounds pay.'),
  [`POST ${PLAYER}/bet-limits`]: always('It changes how much a round may stake.'),
  [`POST ${PLAYER}/grants`]: always('Free spins win money.'),
  [`POST ${PLAYER}/grants/:grantId/cancel`]: always('It takes from a player what was given.'),
  [`POST ${PLAYER}/target-outcomes`]: always('It schedules a win.'),
  [`POST ${PLAYER}/target-outcomes/:targetOutcomeId/cancel`]: always('It takes a win back.'),

  'POST /pauses': never('The kill switch raises a wall, and must not wait for a password.'),
  'POST /pauses/lift': always('It lowers the wall of a kill switch.'),

  'POST /rounds/:roundId/driver': never('It asks the nodes and moves nothing.'),
  'POST /rounds/:roundId/push': always('It sends a wallet operation.'),
  'POST /rounds/:roundId/put-back': always('The platform then sends what the round owes.'),
  'POST /rounds/:roundId/cancel': always('It gives a bet back.'),
  'POST /rounds/:roundId/dispute-pack': never('It writes what the round’s page shows, and no key.'),

  'POST /audit/verify': never('It reads.'),
}

/** Throws for a route that changes something and has no row: no such route is served. */
export function whatAsks(method: string, path: string): WhatAsks {
  if (method === 'GET') return never('A GET shows no key.')
  const found = WHAT_ASKS[`${method} ${path}`]
  if (found === undefined) throw new Error(`what-asks.ts has no row for ${method} ${path}`)
  return found
}
