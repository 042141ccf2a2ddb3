// Named statements: Postgres plans each once a connection and finds it again by its name. A name
// with two texts would fail on the connection that gets both, so it is refused when the code is
// loaded.

export interface Statement {
  readonly name: string
  readonly text: string
}

const textByName = new Map<string, string>()

/**
 * Call it once for each statement, when the module is loaded.
 * @throws when another statement has the name
 */
export function statement(name: string, text: string): Statement {
  const known = textByName.get(name)
  if (known !== undefined && known !== text) {
    throw new Error(`two statements have the name ${name}: ${known} and ${text}`)
  }
  textByName.set(name, text)
  return { name, text }
}
