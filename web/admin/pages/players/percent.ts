// Formats a level as a percentage.

export const percent = (level: string | null) => (level === null ? '—' : `${level} %`)
