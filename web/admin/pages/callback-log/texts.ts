// The texts of the callback log.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const CALLBACK_LOG_TEXTS = bilingual({
  ...WORDS,
  title: ['Callback log', 'Журнал викликів'],
  note: [
    'Every wallet call without a clear answer, and a sample of the others. Kept for several days.',
    'Кожен виклик гаманця без ясної відповіді та вибірка решти. Зберігається кілька днів.',
  ],
  chooseProject: ['Choose a project.', 'Оберіть проєкт.'],
  outcome: ['Outcome', 'Результат'],
  outcomes: {
    all: ['All', 'Усі'],
    failed: ['Failed', 'Невдалі'],
    ok: ['OK', 'OK'],
    refused: ['Refused', 'Відмови'],
  },
  method: ['Method', 'Метод'],
  code: ['Code', 'Код'],
  roundId: ['Round id', 'Id раунду'],
  clear: ['Clear filters', 'Скинути фільтри'],
  refresh: ['Refresh', 'Оновити'],
  status: ['HTTP', 'HTTP'],
  latency: ['Latency', 'Затримка'],
  attempt: ['Attempt', 'Спроба'],
  open: ['Open', 'Відкрити'],
  openCall: ['Open the call: {method}, {code}', 'Відкрити виклик: {method}, {code}'],
  dropped: [
    '{count} calls were not logged: the database was down or behind.',
    'Не збережено викликів: {count}. База була недоступна або не встигала.',
  ],
  standsFor: ['one of {count}', 'один із {count}'],
  away: [
    'A database is not answering: its players’ calls are missing here.',
    'База не відповідає: викликів її гравців тут немає.',
  ],
  empty: ['No calls logged', 'Викликів ще немає'],
  noMatch: ['No calls match these filters', 'Жоден виклик не відповідає фільтрам'],
  transaction: ['Transaction', 'Транзакція'],
  detail: ['Why', 'Чому'],
  byteCount: ['{count} bytes', '{count} байтів'],
  sent: ['Sent', 'Надіслано'],
  answered: ['Answered', 'Відповідь'],
  keyNote: [
    'The API key and signatures are removed before a call is logged.',
    'Ключ api та підписи вилучаються перед записом.',
  ],
  noAnswer: ['No answer came.', 'Відповіді не було.'],
  noText: ['The answer is empty or is not text.', 'Відповідь не є текстом, або її не було.'],
  meaning: {
    OK: ['The wallet accepted the call.', 'Гаманець зробив, що просили.'],
    INSUFFICIENT_FUNDS: [
      'The wallet reported insufficient funds; the round was refused.',
      'Гаманець повідомив, що коштів замало; раунд відхилено.',
    ],
    PLAYER_BLOCKED: [
      'The wallet does not let the player play; the round was refused.',
      'Гаманець не дозволяє гравцеві грати; раунд відхилено.',
    ],
    LIMIT_REACHED: [
      'The player has reached a limit of the wallet; the round was refused.',
      'Гравець досяг ліміту гаманця; раунд відхилено.',
    ],
    SESSION_CLOSED: [
      'The wallet has closed the player’s session; the round was refused.',
      'Гаманець закрив сесію гравця; раунд відхилено.',
    ],
    BET_NOT_ALLOWED: [
      'The wallet does not allow this bet; the round was refused.',
      'Гаманець не дозволяє цю ставку; раунд відхилено.',
    ],
    CALLBACK_HTTP_ERROR: [
      'The wallet answered non-2xx. The result is unknown, so the call is repeated.',
      'Гаманець відповів не 2xx. Що він зробив, невідомо, тож виклик повторюється.',
    ],
    INVALID_CALLBACK_RESPONSE: [
      'The answer is not valid JSON, or has a bad status, another currency or no exact balance. The call is repeated.',
      'Відповідь не є дійсним JSON, має хибний статус, іншу валюту або неточний баланс. Виклик повторюється.',
    ],
    WALLET_ERROR: [
      'The wallet returned an error that is not final. The call is repeated.',
      'Гаманець назвав помилку, яка нічого не вирішує. Виклик повторюється.',
    ],
    TIMEOUT: [
      'No complete answer within two seconds. The call is repeated.',
      'Повної відповіді не було дві секунди. Виклик повторюється.',
    ],
    CONNECTION_FAILED: [
      'No connection, or it was lost. The call is repeated.',
      "З'єднання немає або воно обірвалося. Виклик повторюється.",
    ],
    ADDRESS_REFUSED: [
      'The callback URL resolves to a forbidden address. Nothing was sent.',
      'Адреса веде туди, куди викликати не можна. Нічого не надіслано.',
    ],
    TOO_MANY_CALLS: [
      'Too many calls to this wallet in progress. Nothing was sent.',
      'Забагато викликів цього гаманця водночас. Нічого не надіслано.',
    ],
    DROPPED: [
      'More calls failed than could be logged.',
      'Не вдалося більше викликів, ніж можна було записати.',
    ],
  },
})
