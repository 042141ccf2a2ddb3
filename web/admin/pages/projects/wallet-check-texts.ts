// The texts of the checks of a wallet.

import { bilingual } from '../../texts/bilingual.ts'
import { WORDS } from '../../texts/words.ts'

export const WALLET_CHECK_TEXTS = bilingual({
  ...WORDS,
  title: ['Try the wallet', 'Спробувати гаманець'],
  note: [
    'Calls the project’s wallet as play does and reports where it breaks the contract, check by check.',
    'Викликає гаманець проєкту так само, як гра, і показує перевірку за перевіркою, де він порушує контракт.',
  ],
  address: ['Callback URL', 'Адреса викликів'],
  builtIn: ['built-in wallet', 'вбудований гаманець'],
  unsaved: [
    'The new URL is not saved: the saved one is called.',
    'Нову адресу не збережено: викликається збережена.',
  ],
  unconfirmed: [
    'This URL was saved without the password, and the calls carry the key. Confirm it under Settings first.',
    'Цю адресу збережено без пароля, а виклики несуть ключ. Спершу підтвердьте її в налаштуваннях.',
  ],
  begin: ['Run the checks', 'Запустити перевірки'],
  beginTitle: ['Check the wallet of {id}?', 'Перевірити гаманець {id}?'],
  /** One line for each point. */
  happens: [
    'About 400 real calls go to the wallet from this node, with the project’s key, signatures and certificate.\nThey bet, win and refund TEST_ONLY money of one player, whose name was made for this run. For a moment all of the balance is bet; wins of up to 21,474,836.48 are credited and bet again.\nThe player’s account stays in the wallet with what is left on it, and so does a bet that is under way when you stop the run.\nSome calls are wrong on purpose: with a wrong key, a wrong signature, another currency. The wallet’s own alarms may notice them.\nNo round, report, callback log or metric of the platform is touched.',
    'З цього вузла на гаманець піде близько 400 справжніх викликів із ключем, підписами та сертифікатом проєкту.\nВони ставлять, виграють і повертають гроші TEST_ONLY одного гравця, чиє ім’я створено для цієї перевірки. На мить ставиться весь баланс; виграші до 21 474 836,48 зараховуються й ставляться знову.\nРахунок гравця лишається в гаманці з тим, що на ньому є, як і ставка, що триває, коли ви зупините перевірку.\nДеякі виклики хибні навмисно: з хибним ключем, хибним підписом, іншою валютою. Сигнали самого гаманця можуть їх помітити.\nРаундів, звітів, журналу викликів і метрик платформи це не торкається.',
  ],
  testPlayer: ['Player of the run', 'Гравець перевірки'],
  testPlayerNote: [
    'A new name each time. If the wallet must know its players, create this one there first, with at least 20.00; or give the name of an earlier run.',
    'Щоразу нове ім’я. Якщо гаманець має знати гравців, спершу створіть там цього, щонайменше з 20.00; або вкажіть ім’я з попередньої перевірки.',
  ],
  runs: ['Runs', 'Перевірки'],
  runsNote: [
    'The last ten of the project, for 90 days.',
    'Останні десять перевірок проєкту, протягом 90 днів.',
  ],
  result: ['Result', 'Результат'],
  checks: ['Checks', 'Пунктів'],
  counts: [
    '{passed} of {planned} passed, {failed} failed',
    'добре {passed} з {planned}, погано {failed}',
  ],
  open: ['Show', 'Показати'],
  openRun: ['Show the run of {who}, {at}', 'Показати перевірку {who}, {at}'],
  report: ['Report', 'Звіт'],
  progress: [
    '{made} of {planned} checks, {calls} calls',
    'пунктів {made} з {planned}, викликів {calls}',
  ],
  ended: ['Ended', 'Завершено'],
  stop: ['Stop', 'Зупинити'],
  stopping: ['Stopping', 'Зупиняється'],
  outcomes: {
    running: ['running', 'триває'],
    passed: ['keeps the contract', 'дотримує контракту'],
    failed: ['breaks the contract', 'порушує контракт'],
    stopped: ['stopped', 'зупинено'],
    late: ['took too long', 'не встигла'],
    interrupted: ['interrupted', 'перервано'],
  },
  outcomeNotes: {
    passed: [
      'No check that the contract requires has failed.',
      'Усе, чого вимагає контракт, добре.',
    ],
    failed: [
      'Mend the first failure first: others often follow from it.',
      'Почніть із першої помилки: решта часто є її наслідком.',
    ],
    stopped: [
      'An owner stopped it. The player’s balance is what it was at that moment.',
      'Власник зупинив перевірку. Баланс гравця такий, яким був тієї миті.',
    ],
    late: [
      'The run was ended after five minutes. A wallet that answers in half a second ends in time.',
      'Перевірку завершено через п’ять хвилин. Гаманець, що відповідає за пів секунди, встигає.',
    ],
    interrupted: [
      'The node that made the run ended before it. Run the checks again.',
      'Вузол, що вів перевірку, завершився раніше за неї. Запустіть перевірки ще раз.',
    ],
  },
  checkOutcomes: {
    passed: ['passed', 'добре'],
    failed: ['failed', 'погано'],
    advice: ['advice', 'порада'],
    'not-made': ['not made', 'не робили'],
    running: ['running', 'триває'],
  },
  callCount: ['calls: {count}', 'викликів: {count}'],
  failed: {
    sent: ['Sent', 'Надіслано'],
    expected: ['Expected', 'Очікували'],
    got: ['Got', 'Отримали'],
    contract: ['Contract', 'Контракт'],
    fix: ['Mend', 'Що зробити'],
  },
  sent: ['Sent, without the key', 'Надіслано, без ключа'],
  answered: ['Answered', 'Відповідь'],
  noAnswer: ['no answer', 'немає відповіді'],
  noBody: ['No text came, or the report was full.', 'Тексту не було, або звіт уже повний.'],
})
