// Owns the lobby's words in every language of the platform. Plain strings; it must never hold
// markup or an amount.

import type { Language } from '../../src/core/language.ts'

export interface LobbyTexts {
  testUnits: string
  title: string
  currency: string
  language: string
  play: string
  otherLanguage: string
  footer: string
  /** By the catalogue's names; a mechanic without words is shown by its name. */
  mechanics: Readonly<Record<string, string>>
  /** By the operator API's codes; REQUEST_FAILED stands for every other. */
  errors: Readonly<Record<string, string>>
}

export function textsOf(language: Language): LobbyTexts {
  return ALL[language]
}

export function explain({ errors }: LobbyTexts, code: string): string {
  return errors[code] ?? errors.REQUEST_FAILED ?? code
}

const ALL: Readonly<Record<Language, LobbyTexts>> = {
  en: {
    testUnits: 'test units — no real money',
    title: 'Choose a game',
    currency: 'Currency',
    language: 'Language',
    play: 'Play',
    otherLanguage: 'Not in this language',
    footer:
      'Reelhouse demo lobby. Games are played with test units that cannot be bought, withdrawn or exchanged.',
    mechanics: {
      lines: 'Lines',
      ways: 'Ways',
      wilds: 'Wilds',
      'free-games': 'Free games',
      retrigger: 'Retrigger',
      gamble: 'Gamble',
      'pay-anywhere': 'Pays anywhere',
      cascades: 'Cascades',
      multipliers: 'Multipliers',
      'ante-bet': 'Ante bet',
      'feature-buy': 'Feature buy',
      'hold-and-win': 'Hold and win',
      cluster: 'Clusters',
      choice: 'Your choice',
    },
    errors: {
      UNREACHABLE: 'The lobby cannot be reached. Please check your connection and try again.',
      BALANCE_UNAVAILABLE:
        'Your balance cannot be read at the moment. Please try again in a moment.',
      ROUND_IN_PROGRESS:
        'You have an unfinished round of this game in another currency. Choose that currency to finish it.',
      UNSUPPORTED_GAME: 'This game is not offered any more. Please choose another.',
      UNSUPPORTED_LANGUAGE:
        'This game does not speak this language. Please choose another language.',
      RATE_LIMITED: 'Too many launches at once. Please wait a minute and try again.',
      PROJECT_GAME_DISABLED: 'This game is switched off at the moment. Please choose another.',
      REQUEST_FAILED: 'The game could not be opened. Please try again.',
    },
  },
  ru: {
    testUnits: 'тестовые единицы — не настоящие деньги',
    title: 'Выберите игру',
    currency: 'Валюта',
    language: 'Язык',
    play: 'Играть',
    otherLanguage: 'Нет на этом языке',
    footer:
      'Демо-лобби Reelhouse. Игра идёт на тестовые единицы: их нельзя купить, вывести или обменять.',
    mechanics: {
      lines: 'Линии',
      ways: 'Способы',
      wilds: 'Wild',
      'free-games': 'Бесплатные игры',
      retrigger: 'Повторный запуск',
      gamble: 'Риск-игра',
      'pay-anywhere': 'Платит везде',
      cascades: 'Каскады',
      multipliers: 'Множители',
      'ante-bet': 'Анте-ставка',
      'feature-buy': 'Покупка бонуса',
      'hold-and-win': 'Hold and win',
      cluster: 'Кластеры',
      choice: 'Выбор игрока',
    },
    errors: {
      UNREACHABLE: 'Лобби недоступно. Проверьте связь и попробуйте ещё раз.',
      BALANCE_UNAVAILABLE: 'Сейчас не удаётся узнать баланс. Попробуйте чуть позже.',
      ROUND_IN_PROGRESS:
        'В этой игре есть незавершённый раунд в другой валюте. Выберите ту валюту, чтобы доиграть.',
      UNSUPPORTED_GAME: 'Этой игры больше нет. Выберите другую.',
      UNSUPPORTED_LANGUAGE: 'Игра не поддерживает этот язык. Выберите другой.',
      RATE_LIMITED: 'Слишком много запусков. Подождите минуту и попробуйте снова.',
      PROJECT_GAME_DISABLED: 'Игра сейчас отключена. Выберите другую.',
      REQUEST_FAILED: 'Не удалось открыть игру. Попробуйте ещё раз.',
    },
  },
  uk: {
    testUnits: 'тестові одиниці — не справжні гроші',
    title: 'Оберіть гру',
    currency: 'Валюта',
    language: 'Мова',
    play: 'Грати',
    otherLanguage: 'Немає цією мовою',
    footer:
      'Демо-лобі Reelhouse. Гра йде на тестові одиниці: їх не можна купити, вивести чи обміняти.',
    mechanics: {
      lines: 'Лінії',
      ways: 'Способи',
      wilds: 'Wild',
      'free-games': 'Безкоштовні ігри',
      retrigger: 'Повторний запуск',
      gamble: 'Ризик-гра',
      'pay-anywhere': 'Платить усюди',
      cascades: 'Каскади',
      multipliers: 'Множники',
      'ante-bet': 'Анте-ставка',
      'feature-buy': 'Купівля бонусу',
      'hold-and-win': 'Hold and win',
      cluster: 'Кластери',
      choice: 'Вибір гравця',
    },
    errors: {
      UNREACHABLE: 'Лобі недоступне. Перевірте зв’язок і спробуйте ще раз.',
      BALANCE_UNAVAILABLE: 'Зараз не вдається дізнатися баланс. Спробуйте трохи згодом.',
      ROUND_IN_PROGRESS:
        'У цій грі є незавершений раунд в іншій валюті. Оберіть ту валюту, щоб дограти.',
      UNSUPPORTED_GAME: 'Цієї гри більше немає. Оберіть іншу.',
      UNSUPPORTED_LANGUAGE: 'Гра не підтримує цю мову. Оберіть іншу.',
      RATE_LIMITED: 'Забагато запусків. Зачекайте хвилину та спробуйте знову.',
      PROJECT_GAME_DISABLED: 'Гру зараз вимкнено. Оберіть іншу.',
      REQUEST_FAILED: 'Не вдалося відкрити гру. Спробуйте ще раз.',
    },
  },
  'pt-BR': {
    testUnits: 'unidades de teste — sem dinheiro real',
    title: 'Escolha um jogo',
    currency: 'Moeda',
    language: 'Idioma',
    play: 'Jogar',
    otherLanguage: 'Não neste idioma',
    footer:
      'Lobby de demonstração Reelhouse. Joga-se com unidades de teste, que não podem ser compradas, sacadas nem trocadas.',
    mechanics: {
      lines: 'Linhas',
      ways: 'Formas',
      wilds: 'Wilds',
      'free-games': 'Jogos grátis',
      retrigger: 'Reativação',
      gamble: 'Dobrar',
      'pay-anywhere': 'Paga em qualquer lugar',
      cascades: 'Cascatas',
      multipliers: 'Multiplicadores',
      'ante-bet': 'Aposta extra',
      'feature-buy': 'Compra de bônus',
      'hold-and-win': 'Hold and win',
      cluster: 'Grupos',
      choice: 'Sua escolha',
    },
    errors: {
      UNREACHABLE: 'Não foi possível acessar o lobby. Verifique a conexão e tente de novo.',
      BALANCE_UNAVAILABLE: 'Não foi possível ler seu saldo. Tente de novo em instantes.',
      ROUND_IN_PROGRESS:
        'Você tem uma rodada inacabada deste jogo em outra moeda. Escolha essa moeda para terminá-la.',
      UNSUPPORTED_GAME: 'Este jogo não é mais oferecido. Escolha outro.',
      UNSUPPORTED_LANGUAGE: 'Este jogo não fala este idioma. Escolha outro idioma.',
      RATE_LIMITED: 'Muitas aberturas de uma vez. Espere um minuto e tente de novo.',
      PROJECT_GAME_DISABLED: 'Este jogo está desligado no momento. Escolha outro.',
      REQUEST_FAILED: 'Não foi possível abrir o jogo. Tente de novo.',
    },
  },
  'es-419': {
    testUnits: 'unidades de prueba — sin dinero real',
    title: 'Elige un juego',
    currency: 'Moneda',
    language: 'Idioma',
    play: 'Jugar',
    otherLanguage: 'No en este idioma',
    footer:
      'Lobby de demostración de Reelhouse. Se juega con unidades de prueba que no se pueden comprar, retirar ni canjear.',
    mechanics: {
      lines: 'Líneas',
      ways: 'Formas',
      wilds: 'Wilds',
      'free-games': 'Juegos gratis',
      retrigger: 'Reactivación',
      gamble: 'Doblar',
      'pay-anywhere': 'Paga en cualquier lugar',
      cascades: 'Cascadas',
      multipliers: 'Multiplicadores',
      'ante-bet': 'Apuesta extra',
      'feature-buy': 'Compra de bono',
      'hold-and-win': 'Hold and win',
      cluster: 'Grupos',
      choice: 'Tu elección',
    },
    errors: {
      UNREACHABLE: 'No se puede llegar al lobby. Revisa tu conexión e intenta de nuevo.',
      BALANCE_UNAVAILABLE: 'No se puede leer tu saldo ahora. Intenta de nuevo en un momento.',
      ROUND_IN_PROGRESS:
        'Tienes una ronda inconclusa de este juego en otra moneda. Elige esa moneda para terminarla.',
      UNSUPPORTED_GAME: 'Este juego ya no se ofrece. Elige otro.',
      UNSUPPORTED_LANGUAGE: 'Este juego no habla este idioma. Elige otro idioma.',
      RATE_LIMITED: 'Demasiados inicios a la vez. Espera un minuto e intenta de nuevo.',
      PROJECT_GAME_DISABLED: 'Este juego está apagado por ahora. Elige otro.',
      REQUEST_FAILED: 'No se pudo abrir el juego. Intenta de nuevo.',
    },
  },
  'zh-Hans': {
    testUnits: '测试单位 — 非真实货币',
    title: '选择游戏',
    currency: '币种',
    language: '语言',
    play: '开始',
    otherLanguage: '暂无此语言',
    footer: 'Reelhouse 演示大厅。游戏使用测试单位，不能购买、提取或兑换。',
    mechanics: {
      lines: '赔付线',
      ways: '路数',
      wilds: '百搭',
      'free-games': '免费游戏',
      retrigger: '再次触发',
      gamble: '博一把',
      'pay-anywhere': '任意位置赔付',
      cascades: '连消',
      multipliers: '乘数',
      'ante-bet': '加注',
      'feature-buy': '购买特色',
      'hold-and-win': '锁定赢奖',
      cluster: '集群',
      choice: '自选',
    },
    errors: {
      UNREACHABLE: '无法连接大厅，请检查网络后重试。',
      BALANCE_UNAVAILABLE: '暂时无法读取余额，请稍后重试。',
      ROUND_IN_PROGRESS: '本游戏有另一币种的未完成回合，请选择该币种完成。',
      UNSUPPORTED_GAME: '该游戏已不提供，请选择其他游戏。',
      UNSUPPORTED_LANGUAGE: '该游戏不支持此语言，请选择其他语言。',
      RATE_LIMITED: '启动过于频繁，请一分钟后重试。',
      PROJECT_GAME_DISABLED: '该游戏暂时关闭，请选择其他游戏。',
      REQUEST_FAILED: '无法打开游戏，请重试。',
    },
  },
  de: {
    testUnits: 'Testeinheiten — kein echtes Geld',
    title: 'Wähle ein Spiel',
    currency: 'Währung',
    language: 'Sprache',
    play: 'Spielen',
    otherLanguage: 'Nicht in dieser Sprache',
    footer:
      'Demo-Lobby von Reelhouse. Gespielt wird mit Testeinheiten, die weder gekauft noch ausgezahlt oder eingetauscht werden können.',
    mechanics: {
      lines: 'Linien',
      ways: 'Gewinnwege',
      wilds: 'Wilds',
      'free-games': 'Freispiele',
      retrigger: 'Verlängerung',
      gamble: 'Risiko',
      'pay-anywhere': 'Zahlt überall',
      cascades: 'Kaskaden',
      multipliers: 'Multiplikatoren',
      'ante-bet': 'Zusatzeinsatz',
      'feature-buy': 'Feature-Kauf',
      'hold-and-win': 'Hold and win',
      cluster: 'Cluster',
      choice: 'Deine Wahl',
    },
    errors: {
      UNREACHABLE:
        'Die Lobby ist nicht erreichbar. Prüfe deine Verbindung und versuche es noch einmal.',
      BALANCE_UNAVAILABLE:
        'Dein Guthaben lässt sich gerade nicht lesen. Versuche es gleich noch einmal.',
      ROUND_IN_PROGRESS:
        'In diesem Spiel ist eine Runde in einer anderen Währung offen. Wähle diese Währung, um sie zu beenden.',
      UNSUPPORTED_GAME: 'Dieses Spiel gibt es nicht mehr. Bitte wähle ein anderes.',
      UNSUPPORTED_LANGUAGE: 'Dieses Spiel spricht diese Sprache nicht. Bitte wähle eine andere.',
      RATE_LIMITED: 'Zu viele Starts auf einmal. Warte eine Minute und versuche es noch einmal.',
      PROJECT_GAME_DISABLED: 'Dieses Spiel ist zurzeit abgeschaltet. Bitte wähle ein anderes.',
      REQUEST_FAILED: 'Das Spiel ließ sich nicht öffnen. Bitte versuche es noch einmal.',
    },
  },
  tr: {
    testUnits: 'test birimi — gerçek para değil',
    title: 'Bir oyun seçin',
    currency: 'Para birimi',
    language: 'Dil',
    play: 'Oyna',
    otherLanguage: 'Bu dilde yok',
    footer:
      'Reelhouse tanıtım lobisi. Oyunlar satın alınamayan, çekilemeyen ve değiştirilemeyen test birimleriyle oynanır.',
    mechanics: {
      lines: 'Hatlar',
      ways: 'Yollar',
      wilds: 'Wild',
      'free-games': 'Bedava oyunlar',
      retrigger: 'Yeniden tetikleme',
      gamble: 'Katla',
      'pay-anywhere': 'Her yerde öder',
      cascades: 'Çağlayanlar',
      multipliers: 'Çarpanlar',
      'ante-bet': 'Ek bahis',
      'feature-buy': 'Bonus satın alma',
      'hold-and-win': 'Hold and win',
      cluster: 'Kümeler',
      choice: 'Sizin seçiminiz',
    },
    errors: {
      UNREACHABLE: 'Lobiye ulaşılamıyor. Bağlantınızı denetleyip yeniden deneyin.',
      BALANCE_UNAVAILABLE: 'Bakiyeniz şu anda okunamıyor. Birazdan yeniden deneyin.',
      ROUND_IN_PROGRESS:
        'Bu oyunda başka para biriminde yarım bir turunuz var. Bitirmek için o para birimini seçin.',
      UNSUPPORTED_GAME: 'Bu oyun artık sunulmuyor. Başka bir oyun seçin.',
      UNSUPPORTED_LANGUAGE: 'Bu oyun bu dili konuşmuyor. Başka bir dil seçin.',
      RATE_LIMITED: 'Aynı anda çok fazla başlatma. Bir dakika bekleyip yeniden deneyin.',
      PROJECT_GAME_DISABLED: 'Bu oyun şu anda kapalı. Başka bir oyun seçin.',
      REQUEST_FAILED: 'Oyun açılamadı. Lütfen yeniden deneyin.',
    },
  },
}
