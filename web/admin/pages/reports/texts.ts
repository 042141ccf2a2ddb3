// The texts of the reports. A column that a report gets needs a title here, or its place in the type
// of what the table leaves out.

import type { GgrReportRow, ReconciledPlayer } from '../../../../src/admin/reports/schema.ts'
import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export type GgrFigure = Exclude<keyof GgrReportRow, 'projectId' | 'day' | 'gameId' | 'currency'>
export type PlayerFigure = Exclude<
  keyof ReconciledPlayer,
  | ('projectId' | 'playerId' | 'currency')
  | ('winCount' | 'refundCount' | 'pendingWinsMinor' | 'pendingRefundsMinor')
>

export const REPORT_TEXTS = bilingual({
  ...WORDS,
  title: ['Reports', 'Звіти'],
  note: [
    'Days are in UTC. Amounts in different currencies are never added up.',
    'Дні за UTC. Суми різних валют ніколи не додаються.',
  ],
  tabs: {
    rounds: WORDS.rounds,
    ggr: ['GGR', 'GGR'],
    reconciliation: ['Reconciliation', 'Звірка'],
    returns: ['RTP', 'Повернення'],
  },
  allProjects: ['All projects', 'Усі проєкти'],
  from: ['From (day, UTC)', 'Від (день, UTC)'],
  to: ['To (inclusive)', 'До, включно'],
  states: {
    settled: ['Settled', 'Завершені'],
    pending: ['Pending', 'Незавершені'],
    cancelled: ['Cancelled', 'Скасовані'],
    rejected: ['Rejected', 'Відхилені'],
  },
  csv: ['Download CSV', 'Завантажити CSV'],
  csvNote: ['The full list, not only the rows shown.', 'Увесь список, а не лише показане.'],
  startedAt: ['Started', 'Початок'],
  freeSpin: ['free spin', 'безкоштовний'],
  day: ['Day, UTC', 'День, UTC'],
  ggrFigures: {
    rounds: ['Rounds', 'Раунди'],
    betsMinor: ['Bets', 'Ставки'],
    winsMinor: ['Wins', 'Виграші'],
    refundsMinor: ['Refunds', 'Повернуто'],
    ggrMinor: ['GGR', 'GGR'],
    freeSpinRounds: ['Free spins', 'Безкоштовні'],
    cancelledRounds: ['Cancelled', 'Скасовано'],
    pendingRounds: ['Pending', 'Очікують'],
  } satisfies Record<GgrFigure, readonly [string, string]>,
  playerFigures: {
    betCount: ['Bets placed', 'Ставок'],
    betsMinor: ['Bets', 'Ставки'],
    winsMinor: ['Wins', 'Виграші'],
    refundsMinor: ['Refunds', 'Повернуто'],
    netMinor: ['Net change', 'Чиста зміна'],
    pendingOperations: ['Unconfirmed', 'Не підтверджено'],
  } satisfies Record<PlayerFigure, readonly [string, string]>,
  total: ['Total', 'Разом'],
  groupBy: ['Group by', 'Рядки за'],
  groups: {
    day: ['Day', 'Днем'],
    game: ['Game', 'Грою'],
    all: ['Day and game', 'Днем і грою'],
    project: ['By project', 'За проєктами'],
  },
  chart: {
    ggr: ['GGR by day', 'GGR за днями'],
    rounds: ['Rounds by day', 'Раунди за днями'],
    net: ['Net change of the first players shown', 'Чиста зміна перших показаних гравців'],
  },
  archived: [
    'Rounds of {months} are archived in files, not in this list.',
    'Раунди за {months} лежать у файлах, а не в цьому списку.',
  ],
  empty: ['No data in this period', 'За цей час нічого'],
  naturalShort: ['natural', 'природний'],
  theoretical: ['Theoretical', 'Теоретичне'],
  actual: ['Actual', 'Фактичне'],
  band: ['99% interval', 'Смуга 99 %'],
  verdict: ['Verdict', 'Висновок'],
  outside: ['Outside', 'Поза смугою'],
  tooFew: ['too few rounds', 'замало раундів'],
  tooFewNote: [
    'About {needed} rounds are needed before the interval can distinguish a correct RTP from one ten points off.',
    'Потрібно близько {needed} раундів, щоб смуга відрізнила правильну віддачу від хибної на десять пунктів.',
  ],
  within: ['Within', 'У смузі'],
  unknown: ['No reference', 'Без теорії'],
  unknownNote: [
    'Version {version} of the game is not the one in the catalogue.',
    'Версії {version} цієї гри немає в каталозі.',
  ],
  returnsNote: [
    'Paid rounds with drawn outcomes, without target outcomes and free spins. Each round counts equally, whatever its stake. One interval in a hundred misses the theoretical RTP by chance.',
    'Розіграні та оплачені раунди: цільові результати обрано, а безкоштовні спіни ніхто не оплатив. Кожен раунд важить однаково, хоч яка ставка. Одна смуга зі ста випадково оминає теорію.',
  ],
  untilAt: ['Includes rounds started before {time}.', 'Враховано раунди, початі до {time}.'],
  catchingUp: [
    'Earlier rounds are still being counted: the figures grow until all are included.',
    'Давніші раунди ще додаються: цифри зростатимуть, доки не враховано всі.',
  ],
  warning: [
    'The theoretical RTP is outside the 99% interval of: {games}',
    'Теоретичне повернення поза смугою 99 %: {games}',
  ],
  fewRounds: ['using the PAR sheet’s deviation', 'з відхиленням аркуша PAR'],
  ownRounds: ['using the rounds’ deviation', 'з відхиленням самих раундів'],
  bandLabel: [
    '{low} to {high}%, theoretical {theory}%',
    'від {low} до {high} %, теорія {theory} %',
  ],
})
