// Declares the types of imported pictures and style sheets. It must never hold code.

declare module '*.svg' {
  const url: string
  export default url
}

/** Imported `with { type: 'text' }`, by code that adds it to the page later. */
declare module '*.css' {
  const text: string
  export default text
}
