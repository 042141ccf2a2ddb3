// The texts of a game without money: every text of the client, in every language, without betting
// terms.

import t from 'tap'
import { LANGUAGES, type Language } from '../../src/core/language.ts'
import { loadInfoTexts } from '../../web/play/info/texts/files.ts'
import { socialTextsOf, socialUnitOf } from '../../web/play/profile/social-texts.ts'
import { loadTexts } from '../../web/play/texts/files.ts'

const WORDS = new Map(
  await Promise.all(LANGUAGES.map(async each => [each, await loadTexts(each)] as const)),
)
const textsOf = (language: Language) => WORDS.get(language)!

/** Betting terms; the notice that explains the units may say that they are not money. */
const BETTING: Readonly<Record<string, RegExp>> = {
  en: /\bbets?\b|\bstakes?\b|gambl|\bwager|\bcash\b|\bmoney\b/i,
  de: /eins[aä]tz(?!en\b)|wett(?:e|en)\b|\bgeld/i,
  'es-419': /apuesta|apostar|efectivo/i,
  'pt-BR': /aposta/i,
  ru: /став(?:к|ок)/i,
  uk: /став(?:к|ок|ц)/i,
  tr: /bahi?s/i,
  'zh-Hans': /投注|下注|赌|博/,
}

const KEPT = ['testUnits', 'testNotice']

function* textsIn(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else
    for (const [key, each] of Object.entries(value as object))
      yield* textsIn(each, `${path}.${key}`)
}

t.test('no text of a social game speaks of bets, in any language', async t => {
  for (const language of LANGUAGES) {
    const info = await loadInfoTexts(language, true)
    const texts = { ...socialTextsOf(language, textsOf(language)), info }
    const betting = BETTING[language]!
    for (const [path, text] of textsIn(texts, language)) {
      if (!KEPT.some(key => path === `${language}.${key}`)) t.notMatch(text, betting, path)
    }
    t.not(texts.stake, textsOf(language).stake, `${language}: the stake has another name`)
    t.notMatch(socialUnitOf(language), betting)
  }
})

t.test('every placeholder, and the text that explains the units, stays', async t => {
  const slots = (text: string) => (text.match(/\{\w+\}/g) ?? []).sort().join()
  for (const language of LANGUAGES) {
    const social = Object.fromEntries(textsIn(socialTextsOf(language, textsOf(language)), language))
    for (const [path, text] of textsIn(textsOf(language), language)) {
      t.equal(slots(social[path]!), slots(text), path)
    }
    const { testUnits, testNotice } = textsOf(language)
    t.match(socialTextsOf(language, textsOf(language)), { testUnits, testNotice })
  }
})

t.test('replaced words keep their case and their neighbours', async t => {
  const { stake, level, anteNote, ante, errors } = socialTextsOf('en', textsOf('en'))
  t.equal(stake, 'Play')
  t.equal(level, 'Play level')
  t.equal(ante, 'Extra play')
  t.equal(anteNote, 'Higher feature chance, {price} × play')
  t.equal(errors.PROJECT_BET_LIMIT, 'This play is outside your limits. Please choose another play.')
  t.equal(
    socialTextsOf('tr', textsOf('tr')).errors.CURRENCY_REQUIRED,
    textsOf('tr').errors.CURRENCY_REQUIRED,
  )
})

t.test('German speaks to the player as a friend', async t => {
  for (const [path, text] of textsIn(textsOf('de'), 'de')) {
    t.notMatch(text, /\bIhr(e[mnrs]?)?\b|\bIhnen\b|[a-zäöüß,] Sie\b/, path)
  }
})
