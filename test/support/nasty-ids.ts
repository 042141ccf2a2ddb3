// Ids of players that a launch accepts and an address could misread.

export const NASTY_IDS: readonly string[] = [
  ...['ann@casino.example', '+48', 'a:b', 'a=b', 'a&b', 'a/b', 'a;b', '#7', 'v1.2', 'x.js', 'end.'],
  ...['.', '..', '...', '~', '~.', '~..', '~~..', '../..', '/', '//', '\\', 'a\\b'],
  ...['100%', '%', '%2F', '%2e%2e', '%252F', '%41', '?', 'a?b', ' ', ' edge ', 'a b', 'tab\there'],
  ...['"', "'", `"'<b>`, '&amp;', '`{|}^', '(a)', '*', '!', '$,', 'line\nbreak', '-', '--'],
  ...[
    'Жанна',
    '玩家',
    '😀',
    'e\u0301',
    '\u202eright',
    'null',
    'undefined',
    'api',
    '😀'.repeat(128),
  ],
]

/** One of each kind, for tests that load a page several times for each id. */
export const WORST_IDS: readonly string[] = [
  ...[
    'ann@casino.example',
    '+48:a=b&c;d',
    'a/b',
    '#7',
    'x.js',
    '.',
    '..',
    '~..',
    '%2F',
    '%41',
    'a?b',
  ],
  ...['\\', ' edge ', `"'<b>`, '😀 玩家', 'line\nbreak'],
]
