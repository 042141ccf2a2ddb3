// Declares the types of imported pictures and of the Redoc bundle. It must never hold code.

declare module '*.svg' {
  const url: string
  export default url
}

// The bundle that Redoc publishes has no types.
declare module 'redoc/bundles/redoc.standalone.js' {
  const redoc: { init(api: object, options: object, element: HTMLElement): void }
  export default redoc
}
