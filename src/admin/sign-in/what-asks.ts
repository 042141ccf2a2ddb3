// Which requests ask for the password again, and why: one row for each route of the admin API that
// is not a GET. A request asks if it can show a key, move money or weaken a protection; one that
// strengthens a protection never waits for a password. A GET shows no key and changes nothing, so
// it never asks. Must never look at what is stored: a row sees only the body.

/**
 * A function: asks for bodies that it returns true for. It gets them without the password and the
 * code.
 */
type Asks = 'never' | 'always' | ((body: object) => boolean)

interface WhatAsks {
  readonly asks: Asks
  /** A sentence for the documents. */
  readonly why: string
}

const never = (why: string): WhatAsks => ({ asks: 'never', why })
const always = (why: string): WhatAsks => ({ asks: 'always', why })

/**
 * Values of a project that neither leak anything, nor move money, nor weaken a protection. A new
 * value asks until it is added here.
 */
const FREE_VALUES: ReadonlySet<string> = new Set([
  // The revision as read: not a value.
  'revision',
  // Which of our languages a game opens in.
  'defaultLanguage',
  // How many calls to the wallet run at once; the calls themselves stay the same.
  'walletConnections',
])

const PLAYER = '/projects/:projectId/players/:playerId'

const WHAT_ASKS: Readonly<Record<string, WhatAsks>> = {
  'POST /sign-in': never('It is the asking itself.'),
  'POST /sign-out': never('It ends access.'),
  'POST /link': never('The link is the secret, and no one is signed in.'),
  'POST /link/use': never('The link is the secret, and no one is signed in.'),

  'POST /sign-in/provider': never('It shows where to sign in.'),
  'POST /sign-in/provider/end': never('It is the signing in itself.'),
  'POST /link/provider': never('The link is the secret, and no one is signed in.'),

  'POST /account/password': always('A new password takes the account over.'),
  'PUT /account/time-zone': never('It changes how times are shown.'),
  'POST /account/totp/begin': never('The new secret is good for nothing until it is confirmed.'),
  'POST /account/totp/confirm': always('A second step of a stranger takes the account over.'),
  'POST /account/totp/remove': always('It takes the second step away.'),
  'POST /account/sessions/:sessionId/end': always(
    'In a stolen session it could sign out the person who would end that session.',
  ),

  'POST /people': always('A new account outlasts the open browser.'),
  'PUT /people/:accountId': always(
    'It makes owners, lets people back in, and can take away the role that an owner would stop ' +
      'a stranger with.',
  ),
  'POST /people/:accountId/reset': always('The new link takes the account over.'),
  'POST /people/:accountId/sessions/end': always('It signs out owners who would stop a stranger.'),
  'POST /people/:accountId/sessions/:sessionId/end': always(
    'It signs out owners who would stop a stranger.',
  ),

  'POST /projects': always('It shows a key, and says where money is asked for.'),
  'PUT /projects/:projectId': {
    asks: body => Object.keys(body).some(name => !FREE_VALUES.has(name)),
    why:
      'Unless only the default language or the number of wallet connections changes: the other ' +
      'values decide where the key goes, who may call, what rounds pay and stake, when bets ' +
      'are given back, and what protects players.',
  },
  'POST /projects/:projectId/connection-test': never(
    'It sends the key to an address that was saved with the password, and to no other.',
  ),
  'POST /projects/:projectId/wallet-checks': always(
    'It sends the key and moves money of a player in the wallet.',
  ),
  'POST /projects/:projectId/wallet-checks/:checkId/stop': never('It ends calls.'),
  'POST /projects/:projectId/key/reveal': always('It shows the key.'),
  'POST /projects/:projectId/key/regenerate': always(
    'It shows a new key and shuts the old one out.',
  ),
  'POST /projects/:projectId/client-certificate': always(
    'It decides as whom the platform calls the wallet.',
  ),
  'POST /projects/:projectId/client-certificate/remove': always(
    'A wallet that asks for the certificate refuses every call without it.',
  ),
  'POST /projects/:projectId/signing': always('It shows a signing key or takes signatures away.'),

  [`POST ${PLAYER}/sessions/end`]: never('It ends access; open rounds and money stay.'),
  [`POST ${PLAYER}/sessions/:sessionId/end`]: never('It ends access; open rounds and money stay.'),
  [`POST ${PLAYER}/notes`]: never('It moves no money and shows nothing.'),
  [`POST ${PLAYER}/notes/:noteId/delete`]: never('The audit log keeps who wrote and deleted it.'),
  [`POST ${PLAYER}/tags`]: never('It moves no money and shows nothing.'),
  [`POST ${PLAYER}/tags/remove`]: never('It moves no money and shows nothing.'),
  [`POST ${PLAYER}/block`]: never('Stopping a player must not wait for a password.'),
  [`POST ${PLAYER}/unblock`]: always('It lowers the wall that support has put up.'),
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

/** Throws for a route that changes something and has no row, so that no such route is served. */
export function whatAsks(method: string, path: string): WhatAsks {
  if (method === 'GET') return never('A GET shows no key.')
  const found = WHAT_ASKS[`${method} ${path}`]
  if (found === undefined) throw new Error(`what-asks.ts has no row for ${method} ${path}`)
  return found
}
