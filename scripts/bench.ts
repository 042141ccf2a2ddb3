// `npm run bench`: the suite, with the packages of development that its peers are made of.

export { command } from '../bench/all.ts'
