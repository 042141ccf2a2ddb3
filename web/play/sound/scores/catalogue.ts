// Owns which music belongs to which game; each is loaded separately. It must never fail: a game
// without music has effects only.

import type { Passage, Score } from '../score.ts'

const SCORES: Readonly<Record<string, () => Promise<Score>>> = {
  'lucky-lanterns': () => import('./lucky-lanterns.ts').then(file => file.luckyLanterns),
  'river-of-ways': () => import('./river-of-ways.ts').then(file => file.riverOfWays),
  'vault-keeper': () => import('./vault-keeper.ts').then(file => file.vaultKeeper),
  'cherry-classic': () => import('./cherry-classic.ts').then(file => file.cherryClassic),
  'scarab-codex': () => import('./scarab-codex.ts').then(file => file.scarabCodex),
  'forty-suns': () => import('./forty-suns.ts').then(file => file.fortySuns),
  'sugar-cascade': () => import('./sugar-cascade.ts').then(file => file.sugarCascade),
  'crystal-cluster': () => import('./crystal-cluster.ts').then(file => file.crystalCluster),
  'thunder-reels': () => import('./thunder-reels.ts').then(file => file.thunderReels),
}

/** Ids of games that have music. */
export const GAMES_WITH_MUSIC = Object.keys(SCORES)

const SILENCE: Passage = { chords: 'C5 C5', parts: [] }

/** A piece without parts, for a game that has no music yet. */
const SILENT: Score = {
  tempo: 120,
  beats: 4,
  room: 0.3,
  main: [],
  feature: [],
  tension: SILENCE,
  gain: { main: 0, feature: 0, tension: 0, air: 0 },
  cues: {
    key: 'c5',
    steps: [0, 2, 4, 7, 9],
    chime: 'glockenspiel',
    fanfare: 'brass',
    boom: 'kick',
    press: [['click']],
    start: [['whooshUp']],
    roll: { seconds: 0.8, bed: [300, 2000, 0.3], ticks: ['lever', 16, 0.4, 1] },
    stop: [['lever'], ['tomHigh', 0, 0.4]],
    count: [['tick']],
    card: [['swish']],
  },
}

export function scoreOf(gameId: string): Promise<Score> {
  return SCORES[gameId]?.() ?? Promise.resolve(SILENT)
}
