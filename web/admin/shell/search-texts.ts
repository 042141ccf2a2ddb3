// The texts of the search.

import { bilingual } from '../texts/bilingual.ts'

export const SEARCH_TEXTS = bilingual({
  open: ['Search', 'Пошук'],
  title: ['Find a round, a player, a grant', 'Знайти раунд, гравця, обертання'],
  label: ['An id, its beginning, or a tag', 'Ідентифікатор, його початок або тег'],
  note: [
    'Rounds, wallet transactions (bet-…), players, sessions, free spins, target outcomes. Of our ids, the first eight characters are enough.',
    'Раунди, транзакції (bet-…), гравці, сеанси, безкоштовні обертання, цільові результати. Від наших ідентифікаторів досить перших восьми знаків.',
  ],
  results: ['Found', 'Знайдено'],
  none: ['Nothing begins with this.', 'З цього нічого не починається.'],
  searching: ['Searching', 'Шукаємо'],
  count: ['{count} found', 'Знайдено: {count}'],
  incomplete: [
    'A database did not answer in time: there may be more.',
    'Одна з баз не відповіла вчасно: може бути ще щось.',
  ],
  kinds: {
    transactions: ['Wallet transactions', 'Транзакції гаманця'],
    rounds: ['Rounds', 'Раунди'],
    players: ['Players', 'Гравці'],
    sessions: ['Sessions', 'Сеанси'],
    grants: ['Free spins', 'Безкоштовні обертання'],
    targets: ['Target outcomes', 'Цільові результати'],
  },
  blocked: ['blocked', 'заблоковано'],
})
