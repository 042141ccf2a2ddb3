// Owns the background effects and the light of each theme: what moves in its background, how its
// winners move, and how its scene changes for a feature. It must never hold a drawing of a symbol.

import { type Manner, PLAIN_MANNER } from '../stage/gestures.ts'

/**
 * One kind of particle in the background. Sizes are fractions of the window's shorter side, speeds
 * of its height per second.
 */
export interface Drift {
  motion: 'rise' | 'fall' | 'twinkle' | 'drift'
  /** `token`: one of the theme's tokens, small. */
  shape: 'spot' | 'streak' | 'glint' | 'token'
  count: number
  size: readonly [least: number, most: number]
  speed: number
  color: string
  alpha: number
  /** Restricted to this part of the window's height, from its top. */
  within?: readonly [top: number, bottom: number]
}

export interface Mood {
  manner: Manner
  /** Background effects while nothing is going on. */
  air: readonly Drift[]
  /** The feature's light, drawn over the scenery top to bottom, and its background effects. */
  feature: { shade: readonly [top: string, bottom: string]; light: string; air: readonly Drift[] }
}

const embers = (count: number, color = '#ffb04a'): Drift => ({
  motion: 'rise',
  shape: 'spot',
  count,
  size: [0.008, 0.026],
  speed: 0.07,
  color,
  alpha: 0.85,
})

const glints = (count: number, color = '#ffffff'): Drift => ({
  motion: 'twinkle',
  shape: 'glint',
  count,
  size: [0.03, 0.075],
  speed: 0.1,
  color,
  alpha: 0.8,
})

const rain = (count: number, speed: number): Drift => ({
  motion: 'fall',
  shape: 'streak',
  count,
  size: [0.05, 0.12],
  speed,
  color: '#a8d4ff',
  alpha: 0.4,
})

const mist = (count: number, color: string, within: readonly [number, number]): Drift => ({
  motion: 'drift',
  shape: 'spot',
  count,
  size: [0.35, 0.7],
  speed: 0.012,
  color,
  alpha: 0.13,
  within,
})

const PLAIN: Mood = {
  manner: PLAIN_MANNER,
  air: [glints(10)],
  feature: {
    shade: ['#1a2a8a', '#0a0a3a'],
    light: '#5a8aff',
    air: [glints(18), embers(14, '#9ac0ff')],
  },
}

const MOODS: Readonly<Record<string, Mood>> = {
  'lucky-lanterns': {
    manner: { regular: 'swing', wild: 'swing', scatter: 'whirl' },
    air: [
      { ...embers(12, '#ff9a3a'), size: [0.014, 0.04], speed: 0.035 },
      { ...glints(8, '#fff6dc'), within: [0, 0.4] },
    ],
    feature: {
      shade: ['#2a0a6a', '#c01a3a'],
      light: '#ff7ad0',
      air: [
        { ...embers(26, '#ffc24a'), size: [0.014, 0.05], speed: 0.06 },
        { ...glints(16, '#ffd0f4'), within: [0, 0.6] },
      ],
    },
  },
  'river-of-ways': {
    manner: { regular: 'float', wild: 'float', scatter: 'levitate' },
    air: [
      mist(5, '#ffe8d0', [0.3, 0.75]),
      { ...glints(12, '#ffffff'), within: [0.62, 1], size: [0.02, 0.05] },
    ],
    feature: {
      shade: ['#0a2a7a', '#0a6a8a'],
      light: '#7ae8ff',
      air: [
        { ...embers(22, '#b8ff9a'), speed: 0.03 },
        { ...glints(18, '#dffcff'), within: [0.5, 1] },
      ],
    },
  },
  'vault-keeper': {
    manner: { regular: 'levitate', wild: 'glint', scatter: 'flip' },
    air: [glints(12, '#ffe9a8'), { ...embers(8, '#ffdf9a'), size: [0.005, 0.012], speed: 0.02 }],
    feature: {
      shade: ['#04141c', '#1a0c00'],
      light: '#ffc23a',
      air: [glints(22, '#fff0b0'), { ...embers(20, '#ffd060'), size: [0.006, 0.02] }],
    },
  },
  'cherry-classic': {
    manner: { regular: 'jelly', wild: 'jelly', scatter: 'whirl' },
    air: [glints(10, '#fff3c0'), { ...embers(6, '#ffd27a'), size: [0.006, 0.014], speed: 0.025 }],
    feature: { shade: ['#6a0a3a', '#2a0410'], light: '#ffcf4a', air: [glints(20, '#fff3c0')] },
  },
  'scarab-codex': {
    manner: { regular: 'levitate', wild: 'levitate', scatter: 'levitate' },
    air: [embers(18, '#ff8a2a')],
    feature: {
      shade: ['#0a3a4a', '#04202a'],
      light: '#3ae8c8',
      air: [embers(20, '#4affd0'), glints(14, '#d0fff0')],
    },
  },
  'forty-suns': {
    manner: { regular: 'beat', wild: 'glint', scatter: 'levitate' },
    air: [embers(12, '#ffe08a'), mist(3, '#ffd08a', [0.5, 0.9])],
    feature: {
      shade: ['#8a1a3a', '#3a0620'],
      light: '#ff8a2a',
      air: [embers(28, '#ffb04a'), glints(12, '#ffe8a0')],
    },
  },
  'sugar-cascade': {
    manner: { regular: 'jelly', wild: 'jelly', scatter: 'whirl' },
    air: [
      {
        motion: 'rise',
        shape: 'token',
        count: 7,
        size: [0.02, 0.045],
        speed: 0.03,
        color: '#ffffff',
        alpha: 0.75,
      },
      glints(10, '#ffffff'),
    ],
    feature: {
      shade: ['#7a1ac0', '#ff3a9a'],
      light: '#fff07a',
      air: [
        {
          motion: 'fall',
          shape: 'token',
          count: 14,
          size: [0.02, 0.05],
          speed: 0.07,
          color: '#ffffff',
          alpha: 0.85,
        },
        glints(18, '#fff6c0'),
      ],
    },
  },
  'crystal-cluster': {
    manner: { regular: 'glint', wild: 'glint', scatter: 'whirl' },
    air: [glints(16, '#c8f4ff'), { ...embers(8, '#a88aff'), speed: 0.025 }],
    feature: { shade: ['#3a0a9a', '#0a0530'], light: '#7ae8ff', air: [glints(26, '#e0faff')] },
  },
  'thunder-reels': {
    manner: { regular: 'strike', wild: 'strike', scatter: 'strike' },
    air: [rain(34, 1.1), mist(3, '#7a9ad0', [0.05, 0.35])],
    feature: {
      shade: ['#3a0a7a', '#0a0a3a'],
      light: '#b88aff',
      air: [rain(60, 1.7), glints(8, '#d0b8ff'), mist(3, '#9a7ae0', [0.05, 0.4])],
    },
  },
}

export function moodOf(gameId: string): Mood {
  return MOODS[gameId] ?? PLAIN
}
