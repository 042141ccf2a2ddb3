// Owns how text gets into a drawing. Must never know what is drawn.

/** For text and for attributes in double quotes. */
export function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, c => `&#${c.charCodeAt(0)};`)
}

/** `cls` is a class of the drawing's own style. */
export function drawText(x: number, y: number, text: string, cls: string): string {
  return `<text class="${cls}" x="${x}" y="${y}">${escapeXml(text)}</text>`
}
