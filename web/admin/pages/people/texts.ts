// The texts of the people who run the platform.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const PEOPLE_TEXTS = bilingual({
  ...WORDS,
  title: ['People', 'Люди'],
  note: [
    'What each role may do is in the documentation. People of an operator reach their project only.',
    'Що дозволено кожній ролі, сказано в документації. Люди оператора бачать лише свій проєкт.',
  ],
  add: ['Add a person', 'Додати людину'],
  nameNote: [
    '1 to 64 of a-z, 0-9, ".", "_", "@" and "-".',
    'Від 1 до 64 символів: a-z, 0-9, «.», «_», «@», «-».',
  ],
  role: ['Role', 'Роль'],
  active: ['active', 'активний'],
  invited: ['link not yet used', 'посилання ще не використано'],
  disabled: ['disabled', 'вимкнений'],
  byProvider: ['provider', 'провайдер'],
  never: ['never', 'ніколи'],
  you: ['you', 'ви'],
  actions: ['Change {name}', 'Змінити {name}'],
  changeRole: ['Change role', 'Змінити роль'],
  platform: ['The platform', 'Платформа'],
  whose: ['People of', 'Чиї люди'],
  signsInAs: ['Signs in as {name}.', 'Входить як {name}.'],
  does: {
    owner: ['Everything, and other people’s accounts.', 'Усе, а також облікові записи інших.'],
    release: [
      'Settings, wallet checks, kill switches.',
      'Налаштування, перевірки гаманця, аварійні вимикачі.',
    ],
    support: [
      'Players and their rounds: sessions, free spins, limits, cancels.',
      'Гравці та їхні раунди: сеанси, фріспіни, ліміти, скасування.',
    ],
    finance: ['Reports; rounds that owe money.', 'Звіти; раунди, що винні гроші.'],
    viewer: ['Sees everything, changes nothing.', 'Бачить усе, нічого не змінює.'],
  },
  reset: ['Reset with a one-time link', 'Скинути одноразовим посиланням'],
  linkTitle: ['One-time link for {name}', 'Одноразове посилання для {name}'],
  linkNote: [
    'It is shown only once. Send it to {name} securely: the first to open it sets the password. Valid for one day.',
    'Його показано лише раз. Передайте його надійним шляхом: хто відкриє першим, той задасть пароль. Діє добу.',
  ],
  linkDone: ['I have sent it', 'Передано'],
  resetTitle: ['Reset {name}?', 'Скинути {name}?'],
  resetNote: [
    'Removes the password and second step, ends every session, and creates a one-time link for a new password.',
    'Пароль і другий крок зникнуть, усі сеанси завершаться, а новий пароль задасть одноразове посилання.',
  ],
  disableTitle: ['Disable {name}?', 'Вимкнути {name}?'],
  disableNote: [
    'Every session ends immediately, and sign-in with this name is blocked until it is enabled again.',
    'Усі сеанси завершаться одразу, і ніхто не зможе увійти під цим ім’ям, доки його не ввімкнуть.',
  ],
  roleTitle: ['Role of {name}', 'Роль: {name}'],
  roleNote: ['Takes effect immediately, in every session.', 'Діє одразу, у кожному сеансі.'],
  created: ['{name} was added.', '{name}: додано.'],
  changed: ['{name} was changed.', '{name}: змінено.'],
  sessionsOf: ['Sessions of {name}', 'Сеанси: {name}'],
  noSessions: ['No active sessions', 'Під цим ім’ям ніхто не увійшов'],
})
