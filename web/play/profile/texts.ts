// Owns the texts that a play profile adds to the page. It must never hold markup or an amount.

import type { Language } from '../../../src/core/language.ts'

export interface ProfileTexts {
  timePlayed: string
  netPosition: string
  checkTitle: string
  checkPlayed: string
  checkAsk: string
  goOn: string
  leave: string
  help: string
}

const ALL: Readonly<Record<Language, ProfileTexts>> = {
  en: {
    timePlayed: 'Time played',
    netPosition: 'Net position',
    checkTitle: 'Reality check',
    checkPlayed: 'You have been playing for {time}.',
    checkAsk: 'Do you want to continue?',
    goOn: 'Continue',
    leave: 'Leave the game',
    help: 'Help and rules',
  },
  de: {
    timePlayed: 'Spielzeit',
    netPosition: 'Saldo',
    checkTitle: 'Eine kurze Pause',
    checkPlayed: 'Du spielst seit {time}.',
    checkAsk: 'Möchtest du weiterspielen?',
    goOn: 'Weiter',
    leave: 'Spiel verlassen',
    help: 'Hilfe und Regeln',
  },
  'es-419': {
    timePlayed: 'Tiempo de juego',
    netPosition: 'Saldo neto',
    checkTitle: 'Una breve pausa',
    checkPlayed: 'Llevas {time} jugando.',
    checkAsk: '¿Quieres continuar?',
    goOn: 'Continuar',
    leave: 'Salir del juego',
    help: 'Ayuda y reglas',
  },
  'pt-BR': {
    timePlayed: 'Tempo de jogo',
    netPosition: 'Saldo líquido',
    checkTitle: 'Uma breve pausa',
    checkPlayed: 'Você está jogando há {time}.',
    checkAsk: 'Quer continuar?',
    goOn: 'Continuar',
    leave: 'Sair do jogo',
    help: 'Ajuda e regras',
  },
  ru: {
    timePlayed: 'Время игры',
    netPosition: 'Итог сеанса',
    checkTitle: 'Небольшая пауза',
    checkPlayed: 'Вы играете уже {time}.',
    checkAsk: 'Хотите продолжить?',
    goOn: 'Продолжить',
    leave: 'Выйти из игры',
    help: 'Помощь и правила',
  },
  uk: {
    timePlayed: 'Час гри',
    netPosition: 'Підсумок сеансу',
    checkTitle: 'Невелика перерва',
    checkPlayed: 'Ви граєте вже {time}.',
    checkAsk: 'Бажаєте продовжити?',
    goOn: 'Продовжити',
    leave: 'Вийти з гри',
    help: 'Допомога та правила',
  },
  tr: {
    timePlayed: 'Oyun süresi',
    netPosition: 'Net durum',
    checkTitle: 'Kısa bir ara',
    checkPlayed: '{time} süredir oynuyorsunuz.',
    checkAsk: 'Devam etmek istiyor musunuz?',
    goOn: 'Devam et',
    leave: 'Oyundan çık',
    help: 'Yardım ve kurallar',
  },
  'zh-Hans': {
    timePlayed: '游戏时间',
    netPosition: '净输赢',
    checkTitle: '稍作休息',
    checkPlayed: '您已游戏 {time}。',
    checkAsk: '要继续吗？',
    goOn: '继续',
    leave: '离开游戏',
    help: '帮助与规则',
  },
}

export function profileTextsOf(language: Language): ProfileTexts {
  return ALL[language]
}
