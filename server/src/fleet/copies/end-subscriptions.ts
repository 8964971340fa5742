import type { Client } from 'pg'
import { compile, ident, sql } from '../../postgres/sql.ts'

const SUBSCRIPTIONS = `
  select s.oid as id, s.subname as name, d.datname as database
  from pg_catalog.pg_subscription as s
  join pg_catalog.pg_database as d on d.oid operator(pg_catalog.=) s.subdbid`

/**
 * Drops every subscription of a cluster without a word to the publishers, because their slots are
 * those of the cluster that was copied.
 */
export async function endSubscriptions(
  client: Client,
  connect: (database: string) => Promise<Client>,
): Promise<void> {
  const { rows } = await client.query<{ id: number; name: string; database: string }>(SUBSCRIPTIONS)
  for (const { id, name, database } of rows) {
    const owner = await connect(database)
    try {
      const subscription = ident(name)
      await owner.query(compile(sql`alter subscription ${subscription} disable`).text)
      await owner.query(
        compile(sql`alter subscription ${subscription} set (slot_name = none)`).text,
      )
      // Otherwise the end of an unfinished copy of a table would be told to its publisher.
      await owner.query(
        'delete from pg_catalog.pg_subscription_rel where srsubid operator(pg_catalog.=) $1',
        [id],
      )
      await owner.query(compile(sql`drop subscription ${subscription}`).text)
    } finally {
      await owner.end()
    }
  }
}
