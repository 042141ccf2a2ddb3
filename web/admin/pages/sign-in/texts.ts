// The texts of sign-in and of one-time links.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const SIGN_IN_TEXTS = bilingual({
  ...WORDS,
  title: ['Sign in', 'Вхід'],
  note: ['For the staff of this platform.', 'Для людей, які керують цією платформою.'],
  operatorsNote: [
    'For people of operators. The name ends with the project: anna@casino.',
    'Для людей операторів. Ім’я закінчується проєктом: anna@casino.',
  ],
  operatorsLost: [
    'Lost your password or authenticator? Ask an owner of your project for a new one-time link.',
    'Забули пароль або втратили застосунок? Нове одноразове посилання дасть власник вашого проєкту.',
  ],
  or: ['or', 'або'],
  through: ['Continue with {provider}', 'Увійти через {provider}'],
  providerFailed: [
    'The first time, open the one-time link that an owner gave you.',
    'Уперше відкрийте одноразове посилання, яке дав власник.',
  ],
  code: ['Authenticator code', 'Код із застосунку автентифікації'],
  codeNote: [
    'Six digits, new every 30 seconds; each works once.',
    'Шість цифр, нові кожні 30 секунд; кожен код діє один раз.',
  ],
  submit: ['Sign in', 'Увійти'],
  lost: [
    'Lost your password or authenticator? Ask an owner for a new one-time link, or run "reelhouse admin reset" on the server.',
    'Забули пароль або втратили застосунок? Власник дасть нове одноразове посилання; на самій машині — команда «reelhouse admin reset».',
  ],
  over: ['Your session has ended', 'Сеанс завершено'],
  overNote: [
    'Sign in to continue. The page behind is as you left it.',
    'Увійдіть, щоб продовжити. Сторінка залишилася такою, як була.',
  ],
  showPassword: ['Show or hide the password', 'Показати або сховати пароль'],
  linkTitle: ['Set your password', 'Задайте пароль'],
  linkWelcome: ['Welcome, {name}. Your role: {role}.', 'Вітаємо, {name}. Ваша роль — {role}.'],
  linkNote: ['This link works once, within a day.', 'Посилання діє один раз і протягом доби.'],
  newPassword: ['New password', 'Новий пароль'],
  passwordNote: [
    'At least {min} characters. A few words work well.',
    'Щонайменше {min} символів: добре підійдуть кілька слів.',
  ],
  repeat: ['Repeat password', 'Ще раз те саме'],
  differs: ['The passwords do not match.', 'Паролі не збігаються.'],
  linkSubmit: ['Set password and sign in', 'Задати пароль і увійти'],
  noToken: [
    'This link is incomplete: open it exactly as you received it.',
    'В адресі немає посилання: відкрийте її такою, як отримали.',
  ],
  toSignIn: ['Go to sign-in', 'До входу'],
})
