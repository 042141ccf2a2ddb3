// `npm run bench`: the suite, with the development packages from which its peers are built.

export { command } from '../bench/all.ts'
