// The texts of a project's jurisdiction profile.

import { bilingual } from '../../texts/bilingual.ts'

export const PROFILE_TEXTS = bilingual({
  title: ['Jurisdiction profile', 'Профіль юрисдикції'],
  note: [
    'What players may do and see. A preset is a starting point; differences are marked.',
    'Що гравцям дозволено і що їм показують. Набір — це початок; відмінне від нього позначено.',
  ],
  preset: ['Preset', 'Набір'],
  presets: {
    open: ['Open: everything', 'Open: усе'],
    uk: ['UK: online slots', 'UK: онлайн-слоти'],
    social: ['Social: without money', 'Social: без грошей'],
  },
  differs: ['differs', 'відрізняється'],
  onPlatform: ['Enforced by the platform', 'Дотримує платформа'],
  inGame: ['Enforced by the game', 'Дотримує гра'],
  leastTime: [
    'This preset requires at least {ms} ms; the longer one applies.',
    'Цей набір вимагає щонайменше {ms} мс; діє довший час.',
  ],
  switchedOff: ['Disabled under “Games”.', 'Вимкнено в розділі «Ігри».'],
  rules: {
    featureBuy: ['Bonus buy', 'Купівля бонусу'],
    anteBet: ['Ante bet', 'Анте-ставка'],
    gamble: ['Gamble', 'Ризик-гра'],
    turbo: ['Turbo', 'Турбо'],
    skip: ['Skipping animations', 'Пропуск показу'],
    autoplay: ['Autoplay', 'Автогра'],
    celebrateUpToStake: [
      'Celebrating wins up to the stake',
      'Святкування виграшів до розміру ставки',
    ],
    sessionClock: ['Time played and clock', 'Час гри та годинник'],
    netPosition: ['Net position', 'Підсумок сеансу'],
    socialWording: ['Social wording', 'Слова без грошей'],
  },
  check: ['Reality check', 'Перевірка реальності'],
  checkMinutes: ['Interval, minutes', 'Кожні, хвилин'],
  exitUrl: ['Exit page', 'Сторінка виходу'],
  exitNote: [
    'Where players go on exit. Empty: the lobby.',
    'Куди йде гравець, який виходить. Порожньо: до лобі.',
  ],
  help: ['Help links', 'Посилання на допомогу'],
  label: ['Label', 'Назва'],
  address: ['Address', 'Адреса'],
  add: ['Add a link', 'Додати посилання'],
  remove: ['Remove this link', 'Прибрати це посилання'],
})
