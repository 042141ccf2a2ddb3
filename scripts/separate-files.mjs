// For esbuild: compiles each file by itself. No import is followed, and a relative import names the
// compiled file.

export const separateFiles = {
  name: 'separate-files',
  setup(build) {
    build.onResolve({ filter: /.*/ }, ({ kind, path: imported }) => {
      if (kind === 'entry-point') return undefined
      const isRelative = /^\.\.?\//.test(imported)
      return { external: true, path: isRelative ? imported.replace(/\.ts$/, '.js') : imported }
    })
  },
}
