// Tells the compiler what importing a picture or the Redoc bundle gives. It must never hold code.

declare module '*.svg' {
  const url: string
  export default url
}

// The bundle that Redoc publishes has no types of its own.
declare module 'redoc/bundles/redoc.standalone.js' {
  const redoc: { init(api: object, options: object, element: HTMLElement): void }
  export default redoc
}
