// The rules of every game in every language are made of the game's own figures: each one is in the
// text, and another figure makes another text.

import t from 'tap'
import { LANGUAGES } from '../../src/core/language.ts'
import { findGame, GAMES } from '../../src/games/catalogue/games.ts'
import type { Game } from '../../src/games/engine/mathematics.ts'
import { describeReturns } from '../../src/player/questions/rules.ts'
import { viewGame } from '../../src/player/views.ts'
import type { RulesAnswer } from '../../src/wire/play-answers.ts'
import { printCount, printDecimal } from '../../web/amounts.ts'
import { freeGamesOf } from '../../web/play/features/game-facts.ts'
import { buyFigures } from '../../web/play/info/buy-figures.ts'
import { makeRuleSections, type Section } from '../../web/play/info/rule-sections.ts'
import { loadInfoTexts } from '../../web/play/info/texts/files.ts'
import { loadTexts } from '../../web/play/texts/files.ts'
import { fill } from '../../web/play/texts/fill.ts'

const WORDS = new Map(
  await Promise.all(LANGUAGES.map(async each => [each, await loadTexts(each)] as const)),
)
const textsOf = (language: Language) => WORDS.get(language)!

type Language = (typeof LANGUAGES)[number]

function answerOf(game: Game, levelBps: number | null = null): RulesAnswer {
  return {
    type: 'rules',
    requestId: 'q',
    gameId: game.id,
    version: game.version,
    at: Date.UTC(2026, 10, 23, 9),
    level: {
      source: levelBps === null ? 'natural' : 'provider',
      percent: levelBps === null ? null : (levelBps / 100).toFixed(2),
    },
    returns: describeReturns(game, levelBps),
    rules: structuredClone(game.rules) as RulesAnswer['rules'],
    decisionDeadlineMinutes: null,
  }
}

async function sectionsOf(game: Game, answer: RulesAnswer, language: Language): Promise<Section[]> {
  return makeRuleSections({
    game: viewGame(game, 'EUR'),
    answer,
    texts: textsOf(language),
    words: await loadInfoTexts(language),
    language,
    money: bets => `€${printCount(bets, language)}`,
  })
}

/** Everything that is shown, with the symbols by their numbers. */
function print(sections: readonly Section[]): string {
  const cells = sections.flatMap(({ tables = [] }) =>
    tables.flatMap(({ heads, rows }) => [heads, ...rows]),
  )
  const rows = cells.map(row =>
    row.map(cell => (typeof cell === 'string' ? cell : `symbol ${cell.symbol}`)).join(' | '),
  )
  const lines = sections.flatMap(({ title, texts = [], facts = [] }) => [
    title,
    ...facts.map(([label, value]) => `${label}: ${value}`),
    ...texts,
  ])
  return [...lines, ...rows].join('\n')
}

t.test('every game has complete rules in every language', async t => {
  for (const game of GAMES) {
    for (const language of LANGUAGES) {
      const sections = await sectionsOf(game, answerOf(game, 9_450), language)
      const text = print(sections)
      const name = `${game.id} ${language}`
      t.notMatch(text, /undefined|null|NaN|\{\w+\}/, name)
      t.ok(
        text.split('\n').every(line => line.trim() !== ''),
        `${name}: no empty line`,
      )
      const ids = sections.map(({ id }) => id)
      t.equal(ids.includes('free-games'), game.rules.freeGames !== null, name)
      t.equal(ids.includes('hold-and-win'), game.rules.holdAndWin !== null, name)
      t.equal(ids.includes('held-reels'), game.rules.heldReels !== null, name)
      t.equal(ids.includes('gamble'), game.rules.gamble !== null, name)
      for (const always of ['returns', 'max-win', 'general']) t.ok(ids.includes(always), name)
      t.match(text, printCount(game.maxWinBets, language), `${name}: the cap`)
      t.match(text, '94', `${name}: the level`)
    }
  }
})

t.test('a language has its own texts', async t => {
  const english = await loadInfoTexts('en')
  for (const language of LANGUAGES.filter(each => each !== 'en')) {
    const own = await loadInfoTexts(language)
    const same = Object.keys(english).filter(
      key => own[key as keyof typeof own] === english[key as keyof typeof own],
    )
    t.ok(same.length <= 4, `${language}: ${same.join(', ')}`)
    for (const [key, text] of Object.entries(english)) {
      const slots = (of: string) => [...of.matchAll(/\{\w+\}/g)].map(([slot]) => slot).sort()
      t.strictSame(slots(own[key as keyof typeof own]), slots(text), `${language} ${key}`)
    }
  }
})

/** No other figure looks like it. */
const ODD = 4_321

/** Paths of the numbers in a value. */
function numbersIn(value: unknown, path: readonly (string | number)[] = []): (string | number)[][] {
  if (typeof value === 'number') return [[...path]]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([key, each]) => numbersIn(each, [...path, key]))
}

function change(value: unknown, path: readonly (string | number)[], to: number): void {
  let at = value as Record<string, unknown>
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>
  at[path.at(-1)!] = to
}

/** Stated by the first row of the award already, or not in its own words. */
function isUnsaid(path: readonly (string | number)[], { rules }: Game): boolean {
  const name = path.join('.')
  const isSaidByAward = rules.freeGames?.options.length === 0 && rules.boughtWith.length === 0
  return name === 'freeGames.scatter' || (name === 'freeGames.scattersToTrigger' && isSaidByAward)
}

function withReturn(
  answer: RulesAnswer,
  changed: Partial<RulesAnswer['returns'][number]>,
): RulesAnswer {
  return { ...answer, returns: answer.returns.map(each => ({ ...each, ...changed })) }
}

t.test('another figure in the definition makes another text', async t => {
  for (const game of GAMES) {
    const before = print(await sectionsOf(game, answerOf(game), 'en'))
    for (const path of numbersIn(game.rules)) {
      if (isUnsaid(path, game)) continue
      const answer = answerOf(game)
      change(answer.rules, path, ODD)
      const after = print(await sectionsOf(game, answer, 'en'))
      const shown = ['4321', '4,321', '432.1'].some(form => after.includes(form))
      t.ok(shown && after !== before, `${game.id} ${path.join('.')}`)
    }
    for (const path of ['rtpPercent', 'hitFrequencyPercent'] as const) {
      const answer = withReturn(answerOf(game), { [path]: '43.21' })
      t.match(print(await sectionsOf(game, answer, 'en')), '43.21', `${game.id} ${path}`)
    }
  }
})

t.test('figures that are not numbers are in words', async t => {
  const game = findGame('thunder-reels')!
  const answer = answerOf(game)
  const textOf = async (of: RulesAnswer) => print(await sectionsOf(game, of, 'en'))
  t.match(await textOf(answer), /64 – 117,649/)
  t.match(await textOf(withReturn(answer, { volatility: 'low' })), 'Low')
  const level = { source: 'personal', percent: '91.30' } as const
  t.match(await textOf({ ...answer, level }), /Yours is 91\.30/)
})

t.test('the rules state how long a decision waits, and what happens then', async t => {
  const [cherry, river, forty] = ['cherry-classic', 'river-of-ways', 'forty-suns'].map(id =>
    findGame(id),
  )
  for (const language of LANGUAGES) {
    const { decisionWaits } = await loadInfoTexts(language)
    const textOf = async (game: Game, decisionDeadlineMinutes: number | null) =>
      print(await sectionsOf(game, { ...answerOf(game), decisionDeadlineMinutes }, language))
    t.match(await textOf(cherry!, null), decisionWaits)
    for (const game of [cherry!, river!]) {
      const text = await textOf(game, 777)
      t.match(text, '777', language)
      t.notMatch(text, decisionWaits, language)
    }
    t.match(
      await textOf(river!, 777),
      fill(textsOf(language).freeGamesOption, { count: 24, multiplier: 2 }),
    )
    t.notMatch(await textOf(forty!, 777), '777', 'a game without decisions')
  }
})

t.test('every option of a choice of free games is named with its plural', async t => {
  for (const language of LANGUAGES) {
    for (const option of ['24x2', '1x1']) {
      const label = fill(textsOf(language).freeGamesOption, freeGamesOf(option)!)
      t.notMatch(label, /[{}#]|plural/, `${language} ${option}`)
    }
  }
  t.equal(freeGamesOf('collect'), null)
})

t.test('the full board of the vault pays a thousand bets, and the rules say so', async t => {
  const text = print(
    await sectionsOf(findGame('vault-keeper')!, answerOf(findGame('vault-keeper')!), 'en'),
  )
  t.match(text, /Full board of 15 cash symbols.*1,000 × bet \(€1,000\)/)
})

t.test('a purchase shows the return of its mode and what it starts with', async t => {
  for (const game of GAMES) {
    const bought = game.modes.find(({ kind }) => kind === 'buy')
    if (bought === undefined) continue
    for (const language of LANGUAGES) {
      const answer = answerOf(game, 9_450)
      // At some levels every mode of a game returns the same.
      const returns = answer.returns.map(one =>
        one.id === bought.id ? { ...one, rtpPercent: '91.23' } : one,
      )
      const of = { modeId: bought.id, texts: textsOf(language), language }
      const facts = buyFigures(of, { ...answer, returns }, await loadInfoTexts(language))
      const text = facts.map(fact => fact.join(': ')).join('\n')
      const name = `${game.id} ${language}`
      t.equal(facts[0]?.[1], `${printDecimal('91.23', language)}\u00a0%`, name)
      t.ok(facts.length > 1, `${name}: what it starts with`)
      t.notMatch(text, /undefined|null|NaN|\{\w+\}/, name)
    }
  }
})
