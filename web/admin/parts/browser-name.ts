// A browser's name in two words. An unknown browser is shown by its user agent string.

const BROWSERS = [
  ['Edge', /\bEdg\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\bFirefox\//],
  ['Chrome', /\bChrome\//],
  ['Safari', /\bSafari\//],
] as const
const SYSTEMS = [
  ['Android', /Android/],
  ['iPhone', /iPhone/],
  ['iPad', /iPad/],
  ['Windows', /Windows/],
  ['macOS', /Mac OS X/],
  ['Linux', /Linux/],
] as const

export function nameBrowser(userAgent: string): string {
  const browser = BROWSERS.find(([, sign]) => sign.test(userAgent))
  const system = SYSTEMS.find(([, sign]) => sign.test(userAgent))
  if (browser === undefined) return userAgent === '' ? '–' : userAgent.slice(0, 40)
  return system === undefined ? browser[0] : `${browser[0]} · ${system[0]}`
}
