import { DatabaseError, type Client } from 'pg'
import { connectClient, type Endpoint } from '../../postgres/connections/connect.ts'
import { alterRole, runQuietly } from '../../postgres/connections/role-passwords.ts'
import {
  isPrintableAscii,
  scramVerifier,
  USUAL_ITERATIONS,
} from '../../postgres/connections/scram.ts'
import { joinSql, rawSql, type Sql } from '../../postgres/sql.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import type { InternalRole, Passwords } from './passwords.ts'

const WRONG_PASSWORD = '28P01'
/** As long as a whole start may take. The owner could set a lower timeout for the database. */
const STATEMENT_MS = 180_000

/**
 * Signs in as the cluster's superuser. A copy has the template's password until it gets its own,
 * and after an interrupted start it can have either, so both are tried.
 */
export async function connectSuperuser(
  endpoint: Endpoint,
  passwords: readonly string[],
  statementTimeoutMs = STATEMENT_MS,
): Promise<Client> {
  const [password, ...others] = passwords
  try {
    return await connectClient(endpoint, {
      user: SUPERUSER,
      password: password ?? '',
      applicationName: 'stoa-fleet',
      pipeline: false,
      isReadOnly: false,
      statementTimeoutMs,
    })
  } catch (error) {
    const isRefused = error instanceof DatabaseError && error.code === WRONG_PASSWORD
    if (!isRefused || others.length === 0) throw error
    return connectSuperuser(endpoint, others, statementTimeoutMs)
  }
}

/** Sets the password of every role that can sign in, in one transaction and one round trip. */
export async function setAllPasswords(
  client: Client,
  ref: string,
  given: {
    readonly passwords: Passwords
    readonly roles: readonly InternalRole[]
    /** When absent, the owner's password does not change. */
    readonly ownerPassword?: string
  },
): Promise<void> {
  const { passwords, roles, ownerPassword } = given
  const internal = (await existing(client, roles)).map((role) =>
    // The owner can alter some of these roles.
    joinSql([alterRole(role, scramVerifier(passwords.of(ref, role), 1)), LOGIN], ' '),
  )
  const owner = ownerPassword === undefined ? [] : [ownerStatement(ownerPassword)]
  await runQuietly(client, [...internal, ...owner])
}

const LOGIN = rawSql(`login connection limit -1 valid until 'infinity'`)

/** The roles of a service whose migrations failed do not exist yet. */
export async function existing<Role extends string>(
  client: Client,
  roles: readonly Role[],
): Promise<readonly Role[]> {
  const { rows } = await client.query<{ rolname: string }>(
    'select rolname from pg_catalog.pg_roles where rolname operator(pg_catalog.=) any($1)',
    [[...roles]],
  )
  const names = new Set(rows.map(({ rolname }) => rolname))
  return roles.filter((role) => names.has(role))
}

/** Changes the password of the project's owner, role `postgres`. */
export const setOwnerPassword = (client: Client, password: string): Promise<void> =>
  runQuietly(client, [ownerStatement(password)])

function ownerStatement(password: string): Sql {
  const stored = isPrintableAscii(password) ? scramVerifier(password, USUAL_ITERATIONS) : password
  return alterRole('postgres', stored)
}
