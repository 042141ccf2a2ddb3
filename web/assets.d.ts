// Declares the types of imported pictures. It must never hold code.

declare module '*.svg' {
  const url: string
  export default url
}
