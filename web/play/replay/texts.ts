// Owns the texts of the replay's controls, in the languages of the admin panel.

const EN = {
  loading: 'Loading the record …',
  failed: 'The record could not be loaded. Close this and try again.',
  replay: 'Replay',
  play: 'Play',
  pause: 'Pause',
  next: 'Next step',
  again: 'Restart',
  speed: 'Speed',
  step: 'Step {number} of {count}',
  recorded: 'Stake',
  before: 'Before',
  after: 'After',
  win: 'Win',
  unknown: 'unknown',
  ended: 'End of the record',
  undecided: 'The player has not decided yet',
  notShown: 'The player was never shown this result',
  maybeShown: 'It is not known whether the player was shown this result',
  differs: 'The math gives a different win than the record',
}

/** Both languages have a text for every key. */
export type ReplayTexts = typeof EN

const UK: ReplayTexts = {
  loading: 'Читаємо запис …',
  failed: 'Запис не вдалося прочитати. Закрийте й спробуйте ще раз.',
  replay: 'Повтор',
  play: 'Грати',
  pause: 'Пауза',
  next: 'Наступний крок',
  again: 'Спочатку',
  speed: 'Швидкість',
  step: 'Крок {number} з {count}',
  recorded: 'Ставка',
  before: 'До',
  after: 'Після',
  win: 'Виграш',
  unknown: 'невідомо',
  ended: 'Кінець запису',
  undecided: 'Гравець ще не вирішив',
  notShown: 'Гравцеві цей результат не показували',
  maybeShown: 'Невідомо, чи показали гравцеві цей результат',
  differs: 'Математика дає інший виграш, ніж записано',
}

export function textsFor(language: string): ReplayTexts {
  return language === 'uk' ? UK : EN
}
