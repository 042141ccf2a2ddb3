// The texts of the account page.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const ACCOUNT_TEXTS = bilingual({
  ...WORDS,
  timeZone: ['Time zone', 'Часовий пояс'],
  timeZoneNote: [
    'Used for all times wherever you sign in. Report days and files stay in UTC and are marked so.',
    'У ньому показано й вводять час, хоч би де ви ввійшли. Дні звітів і файли лишаються в UTC, і це зазначено.',
  ],
  timeZoneSet: ['Time zone saved.', 'Часовий пояс збережено.'],
  title: ['Account', 'Обліковий запис'],
  signedInAs: ['Signed in as {name}, {role}.', 'Ви увійшли як {name}, роль — {role}.'],
  passwordNote: [
    'A new password ends all your other sessions.',
    'Новий пароль завершує всі інші ваші сеанси.',
  ],
  current: ['Current password', 'Поточний пароль'],
  change: ['Change password', 'Змінити пароль'],
  changed: ['Password changed.', 'Пароль змінено.'],
  totpOnNote: [
    'Every sign-in asks for a code from your authenticator.',
    'Кожен вхід потребує коду із застосунку автентифікації.',
  ],
  totpOffNote: [
    'When on, sign-in also asks for a code from an authenticator app.',
    'З ним вхід, крім пароля, потребує коду із застосунку автентифікації.',
  ],
  totpSetUp: ['Set up', 'Налаштувати'],
  totpReplace: ['Move to another authenticator', 'Перенести на інший пристрій'],
  totpRemove: ['Turn off', 'Вимкнути'],
  totpScan: [
    'Scan this with your authenticator, or type the secret into it.',
    'Відскануйте застосунком або введіть у нього секрет.',
  ],
  totpQr: ['QR code for the authenticator', 'QR-код для застосунку автентифікації'],
  totpSecret: ['Secret', 'Секрет'],
  totpCode: ['Code that it shows now', 'Код, який показано зараз'],
  totpConfirm: ['Turn on', 'Увімкнути'],
  totpDone: ['The second step is on.', 'Другий крок увімкнено.'],
  totpRemoved: ['The second step is off.', 'Другий крок вимкнено.'],
  totpRemoveNote: ['Sign-in will ask only for the password.', 'Для входу вистачить пароля.'],
  totpLost: [
    'If you lose the authenticator, an owner can reset your account with a one-time link, or run "reelhouse admin reset {name}" on the server.',
    'Якщо втратите застосунок, власник скине ваш обліковий запис одноразовим посиланням; на самій машині — команда «reelhouse admin reset {name}».',
  ],
  sessionsNote: [
    'Where you are signed in. A session ends after half an hour of inactivity.',
    'Де ви увійшли. Сеанс завершується сам після пів години без дій.',
  ],
  thisOne: ['this browser', 'цей браузер'],
  browser: ['Browser', 'Браузер'],
  ended: ['Session ended.', 'Сеанс завершено.'],
  endAll: ['End all', 'Завершити всі'],
  endedAll: ['All sessions ended.', 'Усі сеанси завершено.'],
  endTitle: ['End this session?', 'Завершити цей сеанс?'],
  endAllTitle: ['End all of these sessions?', 'Завершити всі ці сеанси?'],
  endNote: [
    'Signing in there asks for the password again.',
    'Щоб увійти там знову, знадобиться пароль.',
  ],
})
