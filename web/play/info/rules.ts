// Owns the part of the info sheet with the platform's figures: it requests them and shows the
// sections. It must never state a figure that is not in the answer.

import type { Language } from '../../../src/core/language.ts'
import type { RulesAnswer } from '../../../src/wire/play-answers.ts'
import type { GameView } from '../../../src/wire/play-game.ts'
import { make } from '../../dom.ts'
import type { Texts } from '../texts/en.ts'
import { spellId } from '../texts/fill.ts'
import { type Cell, makeRuleSections, type Section, type Table } from './rule-sections.ts'
import type { InfoTexts } from './texts/en.ts'

export interface RulesContent {
  game: GameView
  texts: Texts
  words: InfoTexts
  language: Language
  money(bets: number): string
  picture(symbol: number): HTMLCanvasElement
  ask(): Promise<RulesAnswer | null>
}

/** Fills itself once the platform has answered; until then it shows that it is loading. */
export function rulesPart(content: RulesContent): HTMLElement {
  const host = make('div', { class: 'rules', test: 'rules' })
  void fillIn(host, content)
  return host
}

async function fillIn(host: HTMLElement, content: RulesContent): Promise<void> {
  const { words } = content
  host.dataset.state = 'loading'
  host.replaceChildren(make('p', { text: words.loading }))
  const answer = await content.ask()
  host.dataset.state = answer === null ? 'failed' : 'shown'
  if (answer === null) {
    const again = () => void fillIn(host, content)
    host.replaceChildren(
      make('p', { text: words.notLoaded }),
      make('button', { class: 'sheet-key', text: words.again, onClick: again }),
    )
    return
  }
  const sections = makeRuleSections({ ...content, answer })
  host.replaceChildren(...sections.map(section => sectionPart(content, section)))
}

function sectionPart(content: RulesContent, section: Section): HTMLElement {
  const { id, title, texts = [], facts = [], tables = [] } = section
  const list = make(
    'dl',
    { class: 'rule-facts' },
    ...facts.map(([label, value]) =>
      make('div', {}, make('dt', { text: label }), make('dd', { text: value })),
    ),
  )
  return make(
    'section',
    { class: 'rule', test: `rule-${id}` },
    make('h3', { text: title }),
    ...tables.map(table => tablePart(content, table)),
    ...(facts.length === 0 ? [] : [list]),
    ...texts.map(text => make('p', { text })),
  )
}

function tablePart(content: RulesContent, { heads, rows }: Table): HTMLElement {
  const head = heads.map(text => {
    const cell = make('th', { text })
    cell.scope = 'col'
    return cell
  })
  const body = rows.map(row => make('tr', {}, ...row.map(cell => cellPart(content, cell))))
  const table = make(
    'table',
    { class: 'rule-table' },
    make('thead', {}, make('tr', {}, ...head)),
    make('tbody', {}, ...body),
  )
  return make('div', { class: 'rule-scroll' }, table)
}

function cellPart({ game, picture }: RulesContent, cell: Cell): HTMLElement {
  if (typeof cell === 'string') return make('td', { text: cell })
  const drawn = named(picture(cell.symbol), game.symbols[cell.symbol]?.id ?? '')
  return make('td', { class: 'rule-symbol' }, drawn)
}

/** The picture of a symbol with its name for screen readers. */
export function named(picture: HTMLCanvasElement, symbolId: string): HTMLCanvasElement {
  picture.setAttribute('role', 'img')
  picture.setAttribute('aria-label', spellId(symbolId))
  return picture
}
