// The texts of the kill switches.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const PAUSE_TEXTS = bilingual({
  ...WORDS,
  mark: ['paused', 'призупинено'],
  noticeInForce: ['Paused: no new rounds of', 'Призупинено: нові раунди не починаються'],
  noticeNotInForce: [
    'A pause that some nodes may not have applied yet',
    'Задано паузу, якої деякі вузли ще можуть не дотримуватися',
  ],
  noticeWhy: ['{reason} ({by})', '{reason} ({by})'],
  title: ['Kill switches', 'Аварійні вимикачі'],
  note: [
    'A pause stops new rounds on every node. Rounds in progress finish.',
    'Що призупинено, не починає нових раундів на жодному вузлі. Розпочаті раунди дограються.',
  ],
  pause: ['Pause', 'Призупинити'],
  pauseTitle: ['Pause new rounds', 'Не починати нових раундів'],
  paused: ['Currently paused', 'Зараз призупинено'],
  nothing: [
    'Nothing is paused: every game starts new rounds.',
    'Нічого не призупинено: нові раунди починаються в усіх іграх.',
  ],
  why: ['Why', 'Чому'],
  pausedSince: ['Since', 'Відколи'],
  lift: ['Lift', 'Зняти'],
  liftTitle: ['Resume new rounds', 'Знову починати раунди'],
  liftNote: [
    'Players of {what} can continue at once, without reopening the game.',
    'Гравці продовжать одразу, не відкриваючи гру знову: {what}.',
  ],
  lifted: ['Resumed: {what}.', 'Нові раунди знову починаються: {what}.'],
  set: ['Paused on every node: {what}.', 'Призупинено на всіх вузлах: {what}.'],
  scope: ['Scope', 'Межі'],
  scopes: {
    game: ['Game', 'Гра'],
    provider: ['Provider', 'Провайдер'],
    project: ['Project', 'Проєкт'],
    all: ['Everything', 'Усе'],
  },
  which: ['Which one', 'Що саме'],
  effect: [
    'Once confirmed, no paid spin, bought feature or free spin of it starts. Players keep their balance and free spins, and are asked to try again later.',
    'Від відповіді жодне платне обертання, куплена функція чи безкоштовне обертання не почнеться. Баланс і безкоштовні обертання гравців зберігаються; гравцям буде сказано спробувати пізніше.',
  ],
  allEffect: [
    'No game of any project starts a new round.',
    'Жодна гра жодного проєкту не почне нового раунду.',
  ],
  nodesNote: [
    'A node without contact for ten seconds stops starting rounds by itself.',
    'Вузол, про який десять секунд нічого не чути, сам не починає раундів.',
  ],
  seen: ['Last seen', 'Востаннє чути'],
  obeys: ['Applied', 'Виконує'],
  late: ['Not confirmed yet', 'Ще не підтвердив'],
  inForce: ['In force on every node', 'Діє на всіх вузлах'],
  notInForce: ['Not yet in force everywhere', 'Ще не діє всюди'],
  never: ['does not support pauses: replace it', 'не знає аварійних вимикачів: замініть його'],
})
