// The texts of a dispute pack, in Ukrainian.

import type { GameEvent } from '../../games/engine/contract.ts'
import type { EN } from './dispute-texts-en.ts'

export const UK: typeof EN = {
  title: 'Матеріали раунду для розгляду',
  roundTitle: 'Раунд',
  made: 'TEST_ONLY: одиниці, які не виводяться · складено {at} для {by}',
  shown: {
    yes: 'Гравцеві показано результат.',
    no: 'Гравцеві результат не показано.',
    unknown: 'Журнал раундів не знає, чи показано гравцеві результат.',
  },
  round: {
    state: 'Стан',
    project: 'Проєкт',
    player: 'Гравець',
    game: 'Гра',
    gameOf: '{name} ({id}), версія {version}, режим {mode}',
    level: 'Рівень',
    natural: 'немає: природна математика',
    number: 'Номер серед раундів гравця',
    request: 'Запит',
    session: 'Сеанс',
    bet: 'Ставка, як її подано',
    freeSpins: 'Безкоштовні обертання',
    target: 'Цільовий результат',
    choices: 'Вибір',
    bySpin: 'платформою разом зі спіном',
    byDeadline: 'платформою, після завершення строку',
    noChoices: 'немає',
    cancelled: 'Причина скасування',
    refused: 'Код відмови',
  },
  money: {
    title: 'Гроші',
    unknown: 'невідомо',
    stake: 'Ставка',
    base: 'Базова ставка',
    debited: 'Списано',
    win: 'Виграш, як його розіграно',
    before: 'Баланс до ставки',
    afterBet: 'Баланс після ставки',
    after: 'Баланс після раунду',
  },
  operations: {
    title: 'Операції гаманця',
    head: [
      'операція',
      'транзакція',
      'сума',
      'стан',
      'заплановано',
      'підтверджено',
      'неясні виклики',
    ],
  },
  calls: {
    title: 'Виклики гаманця',
    note: 'Кожен невдалий виклик і вибірка інших, доки вони зберігаються. Ключі вилучено.',
    head: ['час', 'метод', 'спроба', 'відповідь', 'HTTP', 'тривалість', 'запит', 'відповіли'],
  },
  times: {
    title: 'Час',
    note: 'UTC.',
    orderOnly: '(лише порядок)',
    head: ['час', 'що', 'як', 'тривалість'],
  },
  seed: {
    title: 'Зерно',
    leftOut: 'Вилучено: гравець іще має вибір, а зерно відкриває, до чого веде кожен варіант.',
    note: 'Усе, що розіграв раунд, розгортається з 32 байтів, створених до ставки й збережених разом із нею.',
    again: 'Щоб розіграти раунд знову за його записом і порівняти виграш:',
  },
  notDrawn: {
    noGame: 'Гри {game} тут більше немає.',
    otherVersion: 'Раунд розіграла {game} {recorded}; тут {here}.',
  },
  mathematics: {
    title: 'Математика',
    game: 'Гра й версія',
    mode: 'Режим і рівень',
    target: 'набір барабанів {reelSet} (цільовий результат)',
    natural: 'природний',
    level: 'рівень {level} %',
    rtp: 'Теоретичне повернення для них',
    hits: 'Частота виграшів для них',
    most: 'Найбільший виграш раунду',
    bets: 'базових ставок: {n}',
    par: 'PAR-аркуш',
    noPar: 'не на цьому вузлі: docs/par',
    parHash: 'SHA-256 PAR-аркуша',
  },
  replay: {
    title: 'Повтор',
    matches: 'Розіграний знову, раунд виграє те, що записано',
    differs: 'РОЗІГРАНИЙ ЗНОВУ, РАУНД ВИГРАЄ ІНШЕ',
    awaits: 'Чекає на гравця: {options}.',
  },
  audit: {
    title: 'Журнал аудиту',
    none: 'Із цим раундом ніхто нічого не робив.',
    head: ['запис', 'час', 'дія', 'хто', 'було → стало'],
  },
  record: {
    title: 'Запис',
    hash: 'SHA-256 рядка нижче, у UTF-8 без кінця рядка:',
  },
}

const REELS = {
  spin: 'Барабани зупинилися.',
  freeGame: 'Барабани безкоштовної гри зупинилися.',
  respin: 'Повторне обертання: вільний барабан зупинився.',
}

interface Words {
  money(units: number): string
  name(symbol: number): string
}

export function describeInUkrainian({ money, name }: Words, event: GameEvent): string {
  const times = (multiplier: number) => (multiplier > 1 ? `, помножено на ${multiplier}` : '')
  switch (event.type) {
    case 'reels':
      return REELS[event.cause]
    case 'lineWin':
      return `Лінія ${event.line + 1}: ${event.count} × ${name(event.symbol)}${times(event.multiplier)}, виграш ${money(event.winUnits)}.`
    case 'waysWin':
      return `Способів: ${event.ways}; барабанів із ${name(event.symbol)}: ${event.count}${times(event.multiplier)}, виграш ${money(event.winUnits)}.`
    case 'clusterWin':
      return `Група з ${event.count} × ${name(event.symbol)}${times(event.multiplier)}, виграш ${money(event.winUnits)}.`
    case 'scatterWin':
    case 'anywhereWin':
      return `${event.count} × ${name(event.symbol)} будь-де, виграш ${money(event.winUnits)}.`
    case 'cascade':
      return `Символів зникає: ${event.removed.length}, інші падають.`
    case 'multiplierApplied':
      return `Множники ${event.values.join(' + ')} = ${event.multiplier}; виграш стає ${money(event.winUnits)}.`
    case 'multiplierGrew':
      return `Множник зростає до ${event.multiplier}.`
    case 'chosen':
      return `Гравець обрав «${event.option}».`
    case 'specialSymbol':
      return `${name(event.symbol)} розширюється в наступних безкоштовних іграх.`
    case 'symbolExpanded':
      return `${name(event.symbol)} заповнює барабанів: ${event.columns.length}.`
    case 'expandedWin':
      return `Барабанів із ${name(event.symbol)}: ${event.count}; на всіх лініях разом виграш ${money(event.winUnits)}.`
    case 'respinsAwarded':
      return `Утримання й виграш: повторних обертань ${event.count}.`
    case 'respin':
      return `Повторне обертання: лягло ${event.landed.length}, лишилося обертань ${event.left}.`
    case 'reelsHeld':
      return `Барабанів, заповнених ${name(event.symbol)}: ${event.columns.length}; вони лишаються, а вільний обертається до виграшу${times(event.multiplier)}.`
    case 'respinsEnded':
      return `Повторних обертань: ${event.count}, разом виграш ${money(event.winUnits)}.`
    case 'potWon':
      return `Банк «${event.pot}», виграш ${money(event.winUnits)}.`
    case 'cashCollected':
      return `Грошові символи платять ${money(event.winUnits)}.`
    case 'freeGamesAwarded':
      return `${event.retrigger ? 'Ще безкоштовних ігор' : 'Безкоштовних ігор'}: ${event.count}${times(event.multiplier)}.`
    case 'freeGameStarted':
      return `Безкоштовна гра ${event.number} із ${event.of}.`
    case 'freeGamesEnded':
      return `Безкоштовних ігор: ${event.count}, разом виграш ${money(event.winUnits)}.`
    case 'gambled':
      return `Ризик-гра: гравець назвав «${event.option}», карта ${event.card.replaceAll('-', ' ')}: ${event.won ? 'вгадано' : 'не вгадано'}. Виграш ${money(event.winUnits)}.`
    case 'collected':
      return `Виграш ${money(event.winUnits)} забрано.`
    case 'winCapped':
      return `Виграш досяг межі гри: ${money(event.winUnits)}.`
  }
}
