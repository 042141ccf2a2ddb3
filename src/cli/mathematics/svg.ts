// What all drawings share: their frame, and how text gets into them. Must never depend on what is
// drawn.

/** For text and for attributes in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, c => `&#${c.charCodeAt(0)};`)
}

/** A drawing on white paper, from its outer element to its end. */
export function drawFrame(
  { width, height, title, style }: { width: number; height: number; title: string; style: string },
  parts: readonly string[],
  attributes = '',
): string {
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"${attributes} ` +
      'role="img"',
    `  aria-label="${escapeXml(title)}">`,
    style,
    `<rect width="${width}" height="${height}" class="paper"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n')
}

/** `cls` is a class from the drawing's style. */
export function drawText(x: number, y: number, text: string, cls: string): string {
  return `<text class="${cls}" x="${x}" y="${y}">${escapeXml(text)}</text>`
}
