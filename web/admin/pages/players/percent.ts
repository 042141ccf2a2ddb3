// A level as it is shown.

export const percent = (level: string | null) => (level === null ? '—' : `${level} %`)
