import type { Client } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { compile, sql, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'

/** The names of the roles for API requests; `authenticator` signs in and becomes one of them. */
export const CALLER_ROLES = ['anon', 'authenticated', 'service_role'] as const

/** Names the objects that a role which can sign in is missing. */
type Missing = { readonly tables: readonly string[]; readonly callers: readonly string[] }

/**
 * Returns one round of checks for what services need in their database and the project's owner can
 * take away: the logins of their roles, their tables, and the roles of API requests. The check of a
 * service rejects with an `AppError` that names what is missing. In a round, each role signs in
 * once, however many services use it.
 */
export function createDatabaseCheck(
  services: readonly Service[],
  project: Project,
): (service: Service) => Promise<void> {
  const logins = new Map<ServiceRole, Promise<Missing>>()

  function missingFor(role: ServiceRole): Promise<Missing> {
    const login = logins.get(role) ?? look(project, role, tablesOf(services, role))
    logins.set(role, login)
    return login
  }

  return async ({ database: { roles = [], tables = [], servesCallers = false } = {} }) => {
    for (const role of roles) await missingFor(role)
    if (servesCallers) requireCallers(await missingFor('authenticator'))
    const [owner] = roles
    if (owner !== undefined) requireTables(tables, await missingFor(owner))
  }
}

/** The tables of the services whose first role this is. */
const tablesOf = (services: readonly Service[], role: ServiceRole): readonly string[] =>
  services.flatMap(({ database }) => (database?.roles?.[0] === role ? (database.tables ?? []) : []))

/**
 * Uses a new connection: an open one doesn't show that the role can still sign in, and the pools
 * would keep those of a dozen roles, with megabytes of memory, after each check.
 */
async function look(
  project: Project,
  role: ServiceRole,
  tables: readonly string[],
): Promise<Missing> {
  const client = await signIn(project, role)
  try {
    return {
      tables: tables.length === 0 ? [] : await namesOf(client, missingTables(tables)),
      callers: role === 'authenticator' ? await namesOf(client, missingCallers) : [],
    }
  } finally {
    await endClient(client)
  }
}

async function signIn({ database }: Project, role: ServiceRole): Promise<Client> {
  try {
    return await database.connect(role, 'stoa-check')
  } catch (cause) {
    if (cause instanceof AppError) throw cause
    throw new AppError(
      'login_broken',
      `the role ${role} cannot sign in to the database (${cause instanceof Error ? cause.message : 'unknown reason'}).`,
      {
        status: 503,
        hint: 'Undo what was changed with SQL for this role or the database, then restart the project.',
        cause,
      },
    )
  }
}

async function namesOf(client: Client, statement: Sql): Promise<readonly string[]> {
  const { text, values } = compile(statement)
  const { rows } = await client.query<{ name: string }>(text, [...values])
  return rows.map(({ name }) => name)
}

/** Run as the role that owns the tables. */
const missingTables = (tables: readonly string[]): Sql => sql`
  select name
  from pg_catalog.unnest(${[...tables]}::pg_catalog.text[]) as name
  where pg_catalog.to_regclass(name) is null`

/** Run as the role that becomes the others. */
const missingCallers = sql`
  select name
  from pg_catalog.unnest(${[...CALLER_ROLES]}::pg_catalog.text[]) as name
  where not exists (
    select from pg_catalog.pg_roles
    where rolname = name and pg_catalog.pg_has_role(oid, 'member')
  )`

function requireCallers({ callers }: Missing): void {
  if (callers.length === 0) return
  throw new AppError(
    'caller_roles_missing',
    `the role authenticator can’t switch to ${callers.join(', ')}, which API requests use.`,
    {
      status: 503,
      hint: 'Restore the role’s original name, or grant it to authenticator again.',
    },
  )
}

function requireTables(wanted: readonly string[], { tables }: Missing): void {
  const missing = wanted.filter((name) => tables.includes(name))
  if (missing.length === 0) return
  throw new AppError(
    'tables_missing',
    `${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing from the database.`,
    {
      status: 503,
      hint: 'Restore them from a backup. The server doesn’t recreate missing tables, because their data is lost.',
    },
  )
}
