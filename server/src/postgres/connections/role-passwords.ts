import type { Client } from 'pg'
import { connectClient, type Endpoint } from './connect.ts'
import { scramVerifier } from './scram.ts'
import { compile, ident, joinSql, literal, rawSql, sql, type Sql } from '../sql.ts'

/**
 * Sets a role's password. `stored` is a verifier, or a password for which Postgres computes one.
 */
export const alterRole = (role: string, stored: string): Sql =>
  sql`alter role ${ident(role)} password ${literal(stored)}`

// The project's members can read its log, so no setting may write these statements to it.
const quiet = rawSql(`set local log_statement = 'none'; set local log_min_duration_statement = -1;
  set local log_min_error_statement = 'panic'`)

/** Postgres runs several statements sent as one query in a single transaction. */
export async function runQuietly(client: Client, statements: readonly Sql[]): Promise<void> {
  await client.query(compile(joinSql([quiet, ...statements], ';\n')).text)
}

/** Lets a role sign in with a password of 256 random bits, and signs in with it. */
export async function signInAs(
  superuser: Client,
  endpoint: Endpoint,
  login: { readonly user: string; readonly password: string },
): Promise<Client> {
  const password = alterRole(login.user, scramVerifier(login.password, 1))
  await runQuietly(superuser, [sql`${password} login`])
  return connectClient(endpoint, {
    ...login,
    applicationName: 'stoa-migrations',
    pipeline: false,
    isReadOnly: false,
  })
}
