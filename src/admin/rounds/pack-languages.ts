// The languages that a dispute pack can be made in: those of the panel.

export const PACK_LANGUAGES = ['en', 'uk'] as const
export type PackLanguage = (typeof PACK_LANGUAGES)[number]
