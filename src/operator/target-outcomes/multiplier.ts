// A multiplier as the API writes it, to and from whole hundredths of a base bet. Never rounds.

const MULTIPLIER = /^(0|[1-9][0-9]{0,6})(?:\.([0-9]{1,2}))?$/

/** A positive number, or its text, in hundredths; null for more than 2 decimals or 7 digits. */
export function parseMultiplier(value: string | number): number | null {
  // A number prints as the shortest text that parses back to it, so 0.1 is always "0.1".
  const match = MULTIPLIER.exec(String(value))
  if (match === null) return null
  const hundredths = Number(match[1]) * 100 + Number((match[2] ?? '').padEnd(2, '0'))
  return hundredths > 0 ? hundredths : null
}

/** The shortest text: 2500 is "25", 250 is "2.5", 5 is "0.05". */
export function printMultiplier(hundredths: number): string {
  const digits = String(hundredths).padStart(3, '0')
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`.replace(/\.?0{1,2}$/, '')
}
