// Owns the texts that a play profile adds to the page. It must never hold markup or an amount.

import type { Language } from '../../../src/core/language.ts'
import { fill } from '../texts/fill.ts'
import { HOUR_MS, printDuration } from './play-rules.ts'

const EN = {
  timePlayed: 'Time played',
  netPosition: 'Net position',
  checkTitle: 'A moment’s pause',
  checkPlayedMinutes: 'You have been playing for {time} minutes.',
  checkPlayedHours: 'You have been playing for {time} hours.',
  checkAsk: 'Do you want to go on?',
  continue: 'Continue',
  leave: 'Leave the game',
  help: 'Help and rules',
}

/** Each language has a text for every key. */
export type ProfileTexts = typeof EN

const ALL: Readonly<Record<Language, ProfileTexts>> = {
  en: EN,
  de: {
    timePlayed: 'Spielzeit',
    netPosition: 'Nettoergebnis',
    checkTitle: 'Eine kurze Pause',
    checkPlayedMinutes: 'Du spielst schon {time} Minuten.',
    checkPlayedHours: 'Du spielst schon {time} Stunden.',
    checkAsk: 'Möchtest du weiterspielen?',
    continue: 'Weiter',
    leave: 'Spiel verlassen',
    help: 'Hilfe und Regeln',
  },
  'es-419': {
    timePlayed: 'Tiempo de juego',
    netPosition: 'Resultado neto',
    checkTitle: 'Una breve pausa',
    checkPlayedMinutes: 'Llevas {time} minutos jugando.',
    checkPlayedHours: 'Llevas {time} horas jugando.',
    checkAsk: '¿Quieres continuar?',
    continue: 'Continuar',
    leave: 'Salir del juego',
    help: 'Ayuda y reglas',
  },
  'pt-BR': {
    timePlayed: 'Tempo de jogo',
    netPosition: 'Resultado líquido',
    checkTitle: 'Uma breve pausa',
    checkPlayedMinutes: 'Você está jogando há {time} minutos.',
    checkPlayedHours: 'Você está jogando há {time} horas.',
    checkAsk: 'Quer continuar?',
    continue: 'Continuar',
    leave: 'Sair do jogo',
    help: 'Ajuda e regras',
  },
  ru: {
    timePlayed: 'Время игры',
    netPosition: 'Итог сеанса',
    checkTitle: 'Небольшая пауза',
    checkPlayedMinutes: 'Вы играете уже {time} мин.',
    checkPlayedHours: 'Вы играете уже {time} ч.',
    checkAsk: 'Хотите продолжить?',
    continue: 'Продолжить',
    leave: 'Выйти из игры',
    help: 'Помощь и правила',
  },
  uk: {
    timePlayed: 'Час гри',
    netPosition: 'Підсумок сеансу',
    checkTitle: 'Невелика перерва',
    checkPlayedMinutes: 'Ви граєте вже {time} хв.',
    checkPlayedHours: 'Ви граєте вже {time} год.',
    checkAsk: 'Бажаєте продовжити?',
    continue: 'Продовжити',
    leave: 'Вийти з гри',
    help: 'Допомога та правила',
  },
  tr: {
    timePlayed: 'Oyun süresi',
    netPosition: 'Net durum',
    checkTitle: 'Kısa bir ara',
    checkPlayedMinutes: '{time} dakikadır oynuyorsunuz.',
    checkPlayedHours: '{time} saattir oynuyorsunuz.',
    checkAsk: 'Devam etmek istiyor musunuz?',
    continue: 'Devam et',
    leave: 'Oyundan çık',
    help: 'Yardım ve kurallar',
  },
  'zh-Hans': {
    timePlayed: '游戏时间',
    netPosition: '净输赢',
    checkTitle: '稍作休息',
    checkPlayedMinutes: '您已游戏 {time} 分钟。',
    checkPlayedHours: '您已游戏 {time} 小时。',
    checkAsk: '要继续吗？',
    continue: '继续',
    leave: '离开游戏',
    help: '帮助与规则',
  },
}

export function profileTextsOf(language: Language): ProfileTexts {
  return ALL[language]
}

/** With the unit: without one "5:07" may be read as a time of day. */
export function sayPlayed(texts: ProfileTexts, playedMs: number): string {
  const sentence = playedMs < HOUR_MS ? texts.checkPlayedMinutes : texts.checkPlayedHours
  return fill(sentence, { time: printDuration(playedMs) })
}
