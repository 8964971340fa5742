import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { ServiceRole } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import type { Service } from '../../project/service.ts'

/** What the roles of API requests are called; `authenticator` signs in and becomes one of them. */
export const CALLER_ROLES = ['anon', 'authenticated', 'service_role'] as const

/**
 * Checks what a service needs of its database and the owner of the project can take from it: the
 * logins of its roles, its tables, and the roles of API requests. Rejects with an `AppError` that
 * says what is missing.
 */
export async function checkDatabase(service: Service, project: Project): Promise<void> {
  const { roles = [], tables = [], servesCallers = false } = service.database ?? {}
  for (const role of roles) await signIn(project, role)
  if (servesCallers) await requireCallers(project)
  const [owner] = roles
  if (owner !== undefined && tables.length > 0) await requireTables(project, owner, tables)
}

async function signIn({ database }: Project, role: ServiceRole): Promise<void> {
  // Each service signs in as its own role.
  await database
    .as(role)
    .run(sql`select`)
    .catch((cause: unknown) => {
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
    })
}

const Name = z.object({ name: z.string() })

async function requireCallers(project: Project): Promise<void> {
  await signIn(project, 'authenticator')
  // As the role that becomes the others.
  const missing = await project.database.as('authenticator').many(
    sql`
      select name
      from pg_catalog.unnest(${[...CALLER_ROLES]}::pg_catalog.text[]) as name
      where not exists (
        select from pg_catalog.pg_roles
        where rolname = name and pg_catalog.pg_has_role(oid, 'member')
      )`,
    Name,
  )
  if (missing.length === 0) return
  const names = missing.map(({ name }) => name).join(', ')
  throw new AppError(
    'caller_roles_missing',
    `the role authenticator can’t switch to ${names}, which API requests use.`,
    {
      status: 503,
      hint: 'Restore the role’s original name, or grant it to authenticator again.',
    },
  )
}

async function requireTables(
  { database }: Project,
  owner: ServiceRole,
  tables: readonly string[],
): Promise<void> {
  // As the role that owns the tables.
  const missing = await database.as(owner).many(
    sql`
      select name
      from pg_catalog.unnest(${[...tables]}::pg_catalog.text[]) as name
      where pg_catalog.to_regclass(name) is null`,
    Name,
  )
  if (missing.length === 0) return
  throw new AppError(
    'tables_missing',
    `${missing.map(({ name }) => name).join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing from the database.`,
    {
      status: 503,
      hint: 'Restore them from a backup. The server doesn’t recreate missing tables, because their data is lost.',
    },
  )
}
