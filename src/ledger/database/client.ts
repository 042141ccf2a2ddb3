// One connection to the ledger for the time of one piece of work, without settings of ours.

import pg from 'pg'

/** @param name how the connection is shown among the others of the server */
export async function withClient<Result>(
  databaseUrl: string,
  name: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: databaseUrl, application_name: name })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
