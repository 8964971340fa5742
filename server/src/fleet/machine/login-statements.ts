import type { Client } from 'pg'
import { runQuietly } from '../../postgres/connections/role-passwords.ts'
import { ident, sql } from '../../postgres/sql.ts'
import { CALLER_ROLES } from '../services/database-check.ts'
import { existing } from './credentials.ts'
import type { InternalRole } from './passwords.ts'

/*
 * Rights of the services' roles that a project's owner can revoke; the superuser grants them again.
 */

const database = ident('postgres')

/**
 * Lets roles connect to the database again: the owner can close it, revoke the right, and limit
 * connections.
 */
export async function openDatabaseTo(
  client: Client,
  roles: readonly InternalRole[],
): Promise<void> {
  const grantees = await existing(client, roles)
  await runQuietly(client, [
    sql`alter database ${database} allow_connections true`,
    sql`alter database ${database} connection limit -1`,
    ...grantees.map((role) => sql`grant connect on database ${database} to ${ident(role)}`),
  ])
}

/** Recreates the role that API requests sign in as, if the owner has renamed it. */
export async function restoreAuthenticator(client: Client): Promise<void> {
  const [found] = await existing(client, ['authenticator'])
  if (found !== undefined) return
  const callers = await existing(client, CALLER_ROLES)
  await runQuietly(client, [
    sql`create role authenticator login noinherit`,
    ...callers.map((role) => sql`grant ${ident(role)} to authenticator`),
    sql`grant authenticator to postgres with admin option`,
    sql`alter role authenticator set statement_timeout = '8s'`,
    sql`alter role authenticator set lock_timeout = '8s'`,
  ])
}

/** Removes libraries that sessions preload: no session starts if one of them is missing. */
export async function unsetLibraries(
  client: Client,
  roles: readonly InternalRole[],
): Promise<void> {
  const all = await existing<string>(client, [...roles, 'postgres'])
  await runQuietly(client, [
    sql`alter database ${database} reset local_preload_libraries`,
    ...all.flatMap((role) => [
      sql`alter role ${ident(role)} reset local_preload_libraries`,
      sql`alter role ${ident(role)} in database ${database} reset local_preload_libraries`,
    ]),
  ])
}
