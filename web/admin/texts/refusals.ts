// Why the admin API refused, by its codes: in English the API's own sentence stands, which knows the case; other
// readers get the code's meaning in their language.

import { fill, type PanelLanguage } from './bilingual.ts'
import { FRAME_TEXTS } from './texts.ts'

interface Refused {
  readonly code: string
  readonly message: string
  readonly retryAfterS: number | null
}

export function explain({ code, message, retryAfterS }: Refused, language: PanelLanguage): string {
  const { errors, parts } = FRAME_TEXTS[language]
  const own: Readonly<Record<string, string>> = errors
  const meaning = language === 'en' ? undefined : UKRAINIAN[code]
  const sentence = own[code] ?? meaning ?? (message === '' ? parts.failed : message)
  if (retryAfterS === null) return sentence
  return `${sentence} ${fill(errors.wait, { seconds: retryAfterS })}`
}

const UKRAINIAN: Readonly<Record<string, string>> = {
  UNKNOWN_PROJECT: 'Такого проєкту немає.',
  INVALID_ADMIN_ORIGIN: 'Панель відповідає лише на своїй адресі.',
  PROJECT_SETTINGS_CONFLICT: 'Хтось інший зберіг налаштування раніше.',
  UNSUPPORTED_BY_RUNTIME: 'У цій версії немає такої гри, провайдера чи функції.',
  INVALID_CALLBACK_URL: 'Адреса викликів має бути публічною, https, без запиту й порту.',
  CONFIRMATION_REQUIRED: 'Підтвердження не збігається з тим, що потрібно ввести.',
  PROJECT_EXISTS: 'Проєкт із таким ідентифікатором уже є.',
  CREDENTIALS_CHANGED: 'Хтось інший щойно видав проєкту новий ключ.',
  PARTNER_LOCKED: 'Це внутрішній проєкт: його ключ і адреса належать платформі.',
  CREDENTIALS_NOT_ENABLED: 'Цей вузол не може відкривати й створювати ключі: інший головний ключ.',
  FORBIDDEN: 'Ваша роль дозволяє дивитися, але не змінювати.',
  SIGN_IN_FAILED: 'Ім’я, пароль або код неправильні.',
  CODE_REQUIRED: 'Введіть код, який показує застосунок автентифікації.',
  TOO_MANY_ATTEMPTS: 'Забагато спроб.',
  UNKNOWN_LINK: 'Посилання використане, замінене або застаріле: попросіть у власника нове.',
  UNKNOWN_ACCOUNT: 'Такого облікового запису немає.',
  UNKNOWN_SESSION: 'Такого сеансу немає: можливо, він уже завершився.',
  NAME_TAKEN: 'Таке ім’я вже зайняте.',
  LAST_OWNER: 'Це останній власник, який може увійти: спершу додайте іншого.',
  INVALID_PASSWORD: 'Пароль закороткий або задовгий: потрібно щонайменше 12 символів.',
  WRONG_PASSWORD: 'Це не ваш поточний пароль.',
  INVALID_CODE: 'Це не той код, що показано зараз.',
  ROUND_NOT_FOUND: 'Такого раунду немає.',
  ROUND_ARCHIVED: 'Раунд в архіві свого місяця: шукайте його командою "reelhouse ledger read".',
  ROUND_NOT_CANCELLABLE:
    'Раунд завершено, результат показано або могли показати, чи це безкоштовний спін.',
  ROUND_BUSY: 'Триває виклик гаманця цього раунду. Нічого не змінено: спробуйте за мить.',
  ROUND_NOT_PUSHABLE: 'Раунд нічого не винен гаманцю, чекає на гравця або відкладений.',
  ROUND_NOT_SET_ASIDE: 'Раунд не відкладено.',
  GAME_BUSY: 'Гравець має інший відкритий раунд цієї гри: повторіть, коли той завершиться.',
  GAME_VERSION_GONE: 'Версії гри, що розіграла раунд, тут більше немає.',
  INVALID_CURSOR: 'Список змінився: оновіть сторінку.',
  REQUEST_FAILED: 'Помилка на нашому боці. Спробуйте ще раз і перегляньте журнал вузла.',
  UNAVAILABLE: 'Сховище або вузол зараз недоступні: спробуйте за мить.',
}
