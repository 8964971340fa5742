import type { Client } from 'pg'
import type { z } from 'zod'
import { endClient } from '../../postgres/connections/connect.ts'
import type { Database } from '../../postgres/database.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import { MAX_QUERY_MS } from '../limits.ts'
import { activity, ActivityRow, limitTime, sizes, SizesRow } from './queries.ts'

export type DatabaseUse = {
  readonly activity: ActivityRow | undefined
  readonly sizes: SizesRow | undefined
}

/**
 * Reads the statistics of a cluster over a connection of its own, which is no activity of the
 * project, unlike those of its pools. As the superuser in `template1`, where the owner can define
 * nothing: the role for reading statistics would be the owner's, whose logins are refused at a disk
 * limit, just when the figures matter.
 */
export async function readDatabase(database: Pick<Database, 'administer'>): Promise<DatabaseUse> {
  const client = await database.administer('stoa-metrics')
  const late = setTimeout(() => client.connection.stream.destroy(), 2 * MAX_QUERY_MS)
  try {
    await run(client, limitTime(MAX_QUERY_MS))
    return {
      activity: await tryRead(client, activity, ActivityRow),
      sizes: await tryRead(client, sizes, SizesRow),
    }
  } finally {
    clearTimeout(late)
    await endClient(client)
  }
}

function run(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  return client.query<Record<string, unknown>>(text, [...values])
}

/** A query that is too slow leaves the others their values. */
const tryRead = async <Row>(
  client: Client,
  statement: Sql,
  row: z.ZodType<Row>,
): Promise<Row | undefined> =>
  run(client, statement).then(
    ({ rows }) => row.parse(rows[0]),
    () => undefined,
  )
