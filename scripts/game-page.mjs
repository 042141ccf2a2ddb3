// Turns the client's page into a game's own page: its id, its name and its logo are in the HTML,
// where they are visible before a script runs. Must never read a file.

/**
 * Where the logo has one word below the other: on the loading screen in portrait, and above the
 * bets on phones in landscape.
 */
const UPRIGHT = '(orientation: portrait)'
const LYING = '(orientation: landscape) and (max-height: 559px)'

/**
 * @param wide, tall the logo in one line and in several: { svg, url }. Its alternative text names
 * the game.
 */
export function dressForGame(html, { gameId, wide, tall }) {
  const [, name] = /<title>([^<]+)<\/title>/.exec(wide.svg)
  const image = `<img src="${wide.url}" alt="${name}" ${sizeOf(wide)}>`
  const picture = media =>
    `<picture><source media="${media}" srcset="${tall.url}" ${sizeOf(tall)}>${image}</picture>`
  return [
    ['<title>Reelhouse</title>', `<title>${name}</title>`],
    ['<body ', `<body data-game="${gameId}" `],
    ['id="logo">Reelhouse<', `id="logo">${picture(LYING)}<`],
    ['id="loading-logo">Reelhouse<', `id="loading-logo">${picture(UPRIGHT)}<`],
  ].reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`web/play/index.html has no ${from}`)
    return text.replace(from, to)
  }, html)
}

function sizeOf({ svg }) {
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)
  return `width="${width}" height="${height}"`
}
