import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { fixFunctionPaths } from '../../postgres/function-paths.ts'
import { compile, ident, rawSql, sql } from '../../postgres/sql.ts'

/** Those of the superuser, such as `template0`, contain none of the platform's functions. */
const OTHER_DATABASES = `
  select d.datname as name, d.datallowconn as is_open
  from pg_catalog.pg_database as d
  join pg_catalog.pg_roles as r on r.oid operator(pg_catalog.=) d.datdba
  where d.datname operator(pg_catalog.<>) pg_catalog.current_database() and not r.rolsuper`

/**
 * Fixes the search paths of functions in every database of a cluster. The owner can copy the
 * project's database, functions included, and the roles that own these are those of the whole
 * cluster. Rejects with 503 `database_unguarded` if one of the databases cannot be changed.
 */
export async function guardFunctions(
  client: Client,
  connect: (database: string) => Promise<Client>,
): Promise<void> {
  await fixFunctionPaths(client)
  const { rows } = await client.query<{ name: string; is_open: boolean }>(OTHER_DATABASES)
  for (const { name, is_open } of rows)
    try {
      // Its owner can open it again at any time.
      if (!is_open) await allowConnections(client, name, true)
      const other = await connect(name)
      await fixFunctionPaths(other).finally(() => other.end())
      if (!is_open) await allowConnections(client, name, false)
    } catch (cause) {
      throw unguarded(name, cause)
    }
}

async function allowConnections(client: Client, database: string, isOn: boolean): Promise<void> {
  const value = rawSql(isOn ? 'true' : 'false')
  await client.query(
    compile(sql`alter database ${ident(database)} allow_connections ${value}`).text,
  )
}

const unguarded = (name: string, cause: unknown) =>
  new AppError('database_unguarded', `The functions in the database ${name} cannot be updated.`, {
    status: 503,
    hint: `Repair or drop the database ${name} as the superuser, then restart the project.`,
    cause,
  })
