// Tells the compiler what importing a picture gives: its hashed address. It must never hold code.

declare module '*.svg' {
  const url: string
  export default url
}
