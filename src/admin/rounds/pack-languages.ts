// In which languages a dispute pack is made: those of the panel.

export const PACK_LANGUAGES = ['en', 'uk'] as const
export type PackLanguage = (typeof PACK_LANGUAGES)[number]
