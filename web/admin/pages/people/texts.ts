// The texts of the people who run the platform.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const PEOPLE_TEXTS = bilingual({
  ...WORDS,
  title: ['People', 'Люди'],
  note: [
    'Owners can change the platform; viewers can see everything and change nothing.',
    'Власники змінюють платформу; спостерігачі бачать усе й нічого не змінюють.',
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
  never: ['never', 'ніколи'],
  you: ['you', 'ви'],
  actions: ['Change {name}', 'Змінити {name}'],
  makeOwner: ['Make owner', 'Зробити власником'],
  makeViewer: ['Make viewer', 'Зробити спостерігачем'],
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
  roleTitle: ['Make {name} {role}?', 'Зробити {name} — {role}?'],
  roleNote: ['Takes effect immediately, in every session.', 'Діє одразу, у кожному сеансі.'],
  anOwner: ['an owner', 'власником'],
  aViewer: ['a viewer', 'спостерігачем'],
  created: ['{name} was added.', '{name}: додано.'],
  changed: ['{name} was changed.', '{name}: змінено.'],
  sessionsOf: ['Sessions of {name}', 'Сеанси: {name}'],
  noSessions: ['No active sessions', 'Під цим ім’ям ніхто не увійшов'],
})
