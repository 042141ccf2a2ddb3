// The languages of the platform: BCP 47 codes as games publish them, and how a requested code is read.

export const LANGUAGES = ['en', 'ru', 'uk', 'pt-BR', 'es-419', 'zh-Hans', 'de', 'tr'] as const
export type Language = (typeof LANGUAGES)[number]
