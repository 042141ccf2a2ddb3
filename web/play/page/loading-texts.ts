// Owns the one text that the page has before its texts are loaded: that loading failed. It must
// never hold another.

import type { Language } from '../../../src/core/language.ts'

export const FAILED: Readonly<Record<Language, { text: string; button: string }>> = {
  en: { text: 'The game could not be loaded. Please check your connection.', button: 'Try again' },
  ru: { text: 'Не удалось загрузить игру. Проверьте соединение.', button: 'Повторить' },
  uk: { text: 'Не вдалося завантажити гру. Перевірте з’єднання.', button: 'Спробувати ще' },
  'pt-BR': {
    text: 'Não foi possível carregar o jogo. Verifique sua conexão.',
    button: 'Tentar de novo',
  },
  'es-419': {
    text: 'No se pudo cargar el juego. Revisa tu conexión.',
    button: 'Intentar de nuevo',
  },
  'zh-Hans': { text: '游戏无法加载。请检查网络连接。', button: '重试' },
  de: {
    text: 'Das Spiel konnte nicht geladen werden. Bitte prüfe deine Verbindung.',
    button: 'Erneut versuchen',
  },
  tr: { text: 'Oyun yüklenemedi. Lütfen bağlantınızı kontrol edin.', button: 'Tekrar dene' },
}
