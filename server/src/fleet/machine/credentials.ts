import { DatabaseError, type Client } from 'pg'
import { connectClient, type Endpoint } from '../../postgres/connect.ts'
import { isPrintableAscii, scramVerifier, USUAL_ITERATIONS } from '../../postgres/scram.ts'
import { compile, ident, joinSql, literal, rawSql, sql, type Sql } from '../../postgres/sql.ts'
import { SUPERUSER } from '../../postgres/template.ts'
import type { InternalRole, Passwords } from './passwords.ts'

const WRONG_PASSWORD = '28P01'

/**
 * Signs in as the cluster's superuser. A copy has the template's password until it has been given
 * its own, and a start that was cut short leaves it open which: both are tried.
 */
export async function connectSuperuser(
  endpoint: Endpoint,
  passwords: readonly string[],
): Promise<Client> {
  const [password, ...others] = passwords
  try {
    return await connectClient(endpoint, {
      user: SUPERUSER,
      password: password ?? '',
      applicationName: 'stoa-fleet',
      pipeline: false,
    })
  } catch (error) {
    const isRefused = error instanceof DatabaseError && error.code === WRONG_PASSWORD
    if (!isRefused || others.length === 0) throw error
    return connectSuperuser(endpoint, others)
  }
}

/** Gives every role that may sign in its password, in one transaction and one round trip. */
export async function setAllPasswords(
  client: Client,
  ref: string,
  given: {
    readonly passwords: Passwords
    readonly roles: readonly InternalRole[]
    /** The owner keeps its password when absent. */
    readonly ownerPassword?: string
  },
): Promise<void> {
  const { passwords, roles, ownerPassword } = given
  // A service whose migrations failed has no roles yet.
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_catalog.pg_roles where rolname operator(pg_catalog.=) any($1)',
    [[...roles]],
  )
  const existing = new Set(rows.map(({ rolname }) => rolname))
  const internal = roles
    .filter((role) => existing.has(role))
    .map((role) => alterRole(role, scramVerifier(passwords.of(ref, role), 1)))
  const owner = ownerPassword === undefined ? [] : [ownerStatement(ownerPassword)]
  await runQuietly(client, [...internal, ...owner])
}

/** Changes the password of the project's owner, role `postgres`. */
export const setOwnerPassword = (client: Client, password: string): Promise<void> =>
  runQuietly(client, [ownerStatement(password)])

function ownerStatement(password: string): Sql {
  const stored = isPrintableAscii(password) ? scramVerifier(password, USUAL_ITERATIONS) : password
  return alterRole('postgres', stored)
}

const alterRole = (role: string, stored: string) =>
  sql`alter role ${ident(role)} password ${literal(stored)}`

// No setting of the project's may write these statements to its log, whose readers are its members.
const quiet = rawSql(`set local log_statement = 'none'; set local log_min_duration_statement = -1;
  set local log_min_error_statement = 'panic'`)

/** Several statements sent as one are one transaction. */
async function runQuietly(client: Client, statements: readonly Sql[]): Promise<void> {
  await client.query(compile(joinSql([quiet, ...statements], ';\n')).text)
}
