// Mistakes on purpose in the pushes to a player's pages and in their requests. One edit each, as in
// list.ts.

import type { Mistake } from './mistake.ts'

const ANSWERS = 'src/player/answers.ts'
const BALANCE = 'src/player/commands/balance.ts'
const SOCKETS = 'src/edge/play-sockets.ts'
const PAGES_TESTS = ['test/player/pages.test.ts']
const SOCKET_TESTS = ['test/edge/play-sessions.test.ts']
const BALANCE_TESTS = ['test/player/balance.test.ts']

const EMBEDDING = 'src/operator/launch/embedding.ts'
const LINK_TESTS = ['test/web/embedding.test.ts']

/** Signed values of launch links. */
const LINKS: readonly Mistake[] = [
  {
    name: 'a page that one project framed plays sessions of another',
    file: 'src/server/routes/play.ts',
    right: 'value => readFramedProject(parts.embeddingKeys.frameKey, value)',
    wrong: '() => null',
    tests: ['test/operator/launch.test.ts'],
  },
  {
    name: 'of two frame values a page is served with the first',
    file: 'src/edge/frame-value.ts',
    right: "values.length === 1 ? values[0]! : ''",
    wrong: "values[0] ?? ''",
    tests: ['test/edge/play-sessions.test.ts', 'test/operator/launch.test.ts'],
  },
  {
    name: 'the socket reads a frame value differently from a browser',
    file: 'src/edge/frame-value.ts',
    right: "new URLSearchParams(req.getQuery()).getAll('frame')",
    wrong: "[req.getQuery('frame') ?? '']",
    tests: ['test/edge/play-sessions.test.ts'],
  },
  {
    name: 'signed values of a launch link never end',
    file: EMBEDDING,
    right: 'said !== null && nowMs < said.expiresAtMs',
    wrong: 'said !== null && nowMs < Number.MAX_SAFE_INTEGER',
    tests: LINK_TESTS,
  },
  {
    name: 'a stored public suffix is signed',
    file: EMBEDDING,
    right: 'frameAncestors.filter(isOfOneOwner)',
    wrong: 'frameAncestors',
    tests: LINK_TESTS,
  },
  {
    name: 'suffixes of hosting companies may frame games',
    file: 'src/core/settings-embedding.ts',
    right: '{ allowPrivateDomains: true }',
    wrong: '{ allowPrivateDomains: false }',
    tests: ['test/core/project-settings.test.ts'],
  },
]

/** Pages. */
const PAGES: readonly Mistake[] = [
  {
    name: 'a session that was shown the round of another gets no pushes of it',
    file: ANSWERS,
    right: 'gameId: requestId === opened ? null : gameId,',
    wrong: 'gameId: requestId === opened ? gameId : null,',
    tests: PAGES_TESTS,
  },
  {
    name: 'a decision reaches only the session that made it',
    file: ANSWERS,
    right: 'if (!isTold && !isForOthers) {',
    wrong: 'if (!isTold) {',
    tests: PAGES_TESTS,
  },
  {
    name: 'the stake of a waiting round does not show on other pages',
    file: ANSWERS,
    right: '    deps.push(newsOf(state, sessionId, round, null, requestId))\n',
    wrong: '',
    tests: PAGES_TESTS,
  },
  {
    name: 'a page whose connection was lost never counts as open again',
    file: 'src/edge/play.ts',
    right: 'if (admitFrame(ws)) noteLife(open, ws)',
    wrong: 'admitFrame(ws)',
    tests: SOCKET_TESTS,
  },
  {
    name: 'a closed page is still counted by the others',
    file: SOCKETS,
    right: '  tellPages(open, session.sessionId)\n}\n\nfunction forget',
    wrong: '}\n\nfunction forget',
    tests: SOCKET_TESTS,
  },
  {
    name: 'the balance of one page reaches no other',
    file: SOCKETS,
    right: '  if (!isAlone) pushBalance(sockets, news)\n',
    wrong: '  void isAlone\n',
    tests: SOCKET_TESTS,
  },
  {
    name: 'a page is sent an older balance after a newer one',
    file: SOCKETS,
    right: ' || connection.balanceAt >= balanceAt) continue',
    wrong: ') continue',
    tests: SOCKET_TESTS,
  },
  {
    name: 'of a repeated key in a play message the last counts',
    file: 'src/edge/play-commands.ts',
    right: 'readJsonObject(Buffer.from(bytes))',
    wrong: 'JSON.parse(Buffer.from(bytes).toString())',
    tests: SOCKET_TESTS,
  },
  {
    name: 'the wallet is asked for the balance while a round is open',
    file: BALANCE,
    right: "if (await isRoundOpen(deps, session)) return encodeError(requestId, 'ROUND_OPEN')",
    wrong: 'void isRoundOpen',
    tests: BALANCE_TESTS,
  },
  {
    name: 'one session of a player uses the pace of another',
    file: BALANCE,
    right: 'question => question.sessionId === sessionId',
    wrong: 'question => question.sessionId.length > sessionId.length - 1',
    tests: BALANCE_TESTS,
  },
]

export const PLAY: readonly Mistake[] = [...LINKS, ...PAGES]
