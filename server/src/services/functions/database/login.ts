import { randomBytes } from 'node:crypto'
import { alterRole, runQuietly } from '../../../postgres/connections/role-passwords.ts'
import { scramVerifier } from '../../../postgres/connections/scram.ts'
import { ident, literal, rawSql, sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'

/** The role that the functions of a project sign in as. */
export const ROLE = 'stoa_functions'
const OWNER = 'postgres'

/** Returns the password of the functions' role. Rejects if the role cannot be created. */
export type DatabaseLogin = (project: Project) => Promise<string>

/**
 * Functions get a role of their own, because only the owner knows the owner's password. It has the
 * owner's rights, like the connection string of Supabase's functions. Its password is generated
 * when the first function of a running project starts, and is kept only in memory.
 */
export function createDatabaseLogin(): DatabaseLogin {
  const made = new WeakMap<Project, Promise<string>>()
  return (project) => {
    const known = made.get(project)
    if (known) return known
    const making = makeLogin(project)
    made.set(project, making)
    making.catch(() => made.delete(project))
    return making
  }
}

async function makeLogin(project: Project): Promise<string> {
  const password = randomBytes(24).toString('base64url')
  const role = ident(ROLE)
  // Only the superuser can add a member to the owner's role.
  const client = await project.database.administer('stoa-functions')
  try {
    const { rowCount } = await client.query(
      'select from pg_catalog.pg_roles where rolname operator(pg_catalog.=) $1',
      [ROLE],
    )
    await runQuietly(client, [
      ...(rowCount === 0 ? [sql`create role ${role}`] : []),
      sql`alter role ${role} ${ATTRIBUTES}`,
      sql`grant ${ident(OWNER)} to ${role}`,
      // Objects created by a function belong to the owner.
      sql`alter role ${role} set role to ${literal(OWNER)}`,
      alterRole(ROLE, scramVerifier(password, 1)),
    ])
    return password
  } finally {
    await client.end()
  }
}

const ATTRIBUTES = rawSql(
  `login inherit nosuperuser nocreatedb nocreaterole noreplication nobypassrls
   connection limit -1 valid until 'infinity'`,
)
