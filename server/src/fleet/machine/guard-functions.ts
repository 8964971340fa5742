import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import type { Endpoint } from '../../postgres/connections/connect.ts'
import { fixFunctionPaths } from '../../postgres/function-paths.ts'
import { compile, ident, rawSql, sql } from '../../postgres/sql.ts'
import { connectSuperuser } from './credentials.ts'

/** Databases of the superuser, such as `template0`, contain no functions of the platform. */
const DATABASES = `
  select d.datname as name, d.datallowconn as is_open
  from pg_catalog.pg_database as d
  join pg_catalog.pg_roles as r on r.oid operator(pg_catalog.=) d.datdba
  where not r.rolsuper`

/**
 * Fixes the search paths of functions in every database of a cluster, whatever its name. The owner
 * can rename the project's database and copy it with its functions, and the roles that own these
 * functions exist in the whole cluster. Rejects with 503 `database_unguarded` if a database cannot
 * be changed.
 */
export async function guardFunctions(
  { host, port }: Pick<Endpoint, 'host' | 'port'>,
  passwords: readonly string[],
): Promise<void> {
  const client = await connectSuperuser({ host, port, database: 'template1' }, passwords)
  try {
    const { rows } = await client.query<{ name: string; is_open: boolean }>(DATABASES)
    for (const { name, is_open } of rows)
      try {
        // Its owner can open it again at any time.
        if (!is_open) await allowConnections(client, name, true)
        // The owner's databases are read only through their catalogs.
        const endpoint = { host, port, database: name, isUnproven: true } as const
        const owned = await connectSuperuser(endpoint, passwords)
        await fixFunctionPaths(owned).finally(() => owned.end())
        if (!is_open) await allowConnections(client, name, false)
      } catch (cause) {
        throw unguarded(name, cause)
      }
  } finally {
    await client.end()
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
