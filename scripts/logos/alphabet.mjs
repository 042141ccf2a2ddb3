// The letters of the games' logos: our own skeletons, drawn with a pen of any width. It must never
// depend on a game. The baseline of a letter is y = 100, and it is 100 high; `wide` is its width.

/**
 * `main`: strokes of full weight; `thin`: strokes that a pen of two weights draws lighter; `feet`:
 * ends, for styles that have them.
 */
export const LETTERS = {
  A: {
    wide: 80,
    main: 'M40 0L76 100',
    thin: 'M40 0L4 100M17 68H63',
    feet: 'M-8 100H18M62 100H90',
  },
  B: {
    wide: 70,
    main: 'M10 0V100',
    thin: 'M10 0H34C62 0 62 47 34 47H10M34 47C74 47 74 100 34 100H10',
    feet: 'M-4 0H10M-4 100H10',
  },
  C: { wide: 76, main: 'M72 20C58 -10 8 -10 8 50C8 110 58 110 72 80', thin: '', feet: '' },
  D: {
    wide: 80,
    main: 'M10 0V100',
    thin: 'M10 0H30C90 0 90 100 30 100H10',
    feet: 'M-4 0H10M-4 100H10',
  },
  E: {
    wide: 62,
    main: 'M10 0V100',
    thin: 'M10 0H58M10 49H50M10 100H58',
    feet: 'M-4 0H10M-4 100H10',
  },
  F: { wide: 60, main: 'M10 0V100', thin: 'M10 0H58M10 49H50', feet: 'M-4 0H10M-4 100H26' },
  G: {
    wide: 80,
    main: 'M72 20C58 -10 8 -10 8 50C8 110 60 108 72 86V54',
    thin: 'M46 54H72',
    feet: '',
  },
  H: {
    wide: 76,
    main: 'M10 0V100M66 0V100',
    thin: 'M10 50H66',
    feet: 'M-4 0H24M52 0H80M-4 100H24M52 100H80',
  },
  I: { wide: 20, main: 'M10 0V100', thin: '', feet: 'M-6 0H26M-6 100H26' },
  K: {
    wide: 72,
    main: 'M10 0V100M28 42L68 100',
    thin: 'M64 0L12 58',
    feet: 'M-4 0H24M-4 100H24M54 100H80M52 0H76',
  },
  L: { wide: 58, main: 'M10 0V100', thin: 'M10 100H56', feet: 'M-4 0H26M-4 100H10' },
  N: { wide: 80, main: 'M10 0L70 100', thin: 'M10 100V0M70 100V0', feet: 'M-4 100H24M56 0H84' },
  O: { wide: 88, main: 'M44 -2C-8 -2 -8 102 44 102C96 102 96 -2 44 -2Z', thin: '', feet: '' },
  P: {
    wide: 66,
    main: 'M10 0V100',
    thin: 'M10 0H34C70 0 70 57 34 57H10',
    feet: 'M-4 0H10M-4 100H26',
  },
  R: {
    wide: 72,
    main: 'M10 0V100M34 55L68 100',
    thin: 'M10 0H34C70 0 70 55 34 55H10',
    feet: 'M-4 0H10M-4 100H26M58 100H80',
  },
  S: {
    wide: 66,
    main: 'M58 17C46 -9 6 -7 8 26C10 54 61 44 61 74C61 109 14 109 5 80',
    thin: '',
    feet: '',
  },
  T: { wide: 68, main: 'M34 0V100', thin: 'M2 0H66', feet: 'M20 100H48' },
  U: { wide: 76, main: 'M10 0V64C10 114 66 114 66 64V0', thin: '', feet: 'M-4 0H24M52 0H80' },
  V: { wide: 78, main: 'M4 0L39 98', thin: 'M39 98L74 0', feet: 'M-8 0H18M60 0H86' },
  W: {
    wide: 112,
    main: 'M4 0L30 98M56 18L82 98',
    thin: 'M30 98L56 18M82 98L108 0',
    feet: 'M-8 0H18M94 0H120',
  },
  X: {
    wide: 76,
    main: 'M5 0L71 100',
    thin: 'M71 0L5 100',
    feet: 'M-6 0H18M58 0H82M-6 100H18M58 100H82',
  },
  Y: { wide: 74, main: 'M4 0L37 50V100', thin: 'M37 50L70 0', feet: 'M-8 0H18M56 0H82M23 100H51' },
}
