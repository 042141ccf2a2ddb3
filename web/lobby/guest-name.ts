// Owns the display name of a guest, made from the guest's id. It must never be used as an identity:
// two guests may share it.

const STARS = [
  'Adhara',
  'Alcor',
  'Aldebaran',
  'Alioth',
  'Alkaid',
  'Altair',
  'Antares',
  'Arcturus',
  'Bellatrix',
  'Betelgeuse',
  'Canopus',
  'Capella',
  'Castor',
  'Deneb',
  'Electra',
  'Fomalhaut',
  'Gemma',
  'Izar',
  'Kochab',
  'Maia',
  'Merope',
  'Mimosa',
  'Mira',
  'Mizar',
  'Polaris',
  'Pollux',
  'Procyon',
  'Regulus',
  'Rigel',
  'Sirius',
  'Spica',
  'Vega',
] as const
const NUMBERS = 100

/** A star and a number: `Vega 42`. The same id always gives the same name. */
export function guestName(playerId: string): string {
  const hash = hashOf(playerId)
  const star = STARS[hash % STARS.length]!
  return `${star} ${1 + (Math.floor(hash / STARS.length) % NUMBERS)}`
}

/** A 32-bit hash of a text, the same every time and in every browser. */
export function hashOf(text: string): number {
  let hash = 0
  for (const letter of text) hash = (Math.imul(hash, 31) + letter.charCodeAt(0)) >>> 0
  return hash
}
