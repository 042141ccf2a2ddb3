// Owns how either renderer is started. It must never name one.

export const OPTIONS = {
  width: 16,
  height: 16,
  antialias: false,
  autoDensity: true,
  skipExtensionImports: true,
  backgroundAlpha: 1,
  backgroundColor: '#000000',
  powerPreference: 'high-performance' as const,
}

export type RendererOptions = typeof OPTIONS
