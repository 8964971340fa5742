import {
  QUEUE_ROLES,
  QueuePrivilege,
  type QueueGrants,
} from '@stoa/contract/services/queues/queues'
import { z } from 'zod'
import { ident, rawSql, sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { refuse } from './errors.ts'

const ALL = rawSql(QueuePrivilege.options.join(', '))

/** The API roles' privileges on the table of a queue; 404 `queue_not_found`. */
export const readGrants = ({ database }: Project, name: string): Promise<QueueGrants> =>
  readGrantsIn(database.as('postgres'), name).catch(refuse)

async function readGrantsIn(session: Pick<Session, 'many'>, name: string): Promise<QueueGrants> {
  const rows = await session.many(
    sql`select acl.grantee::regrole::text as role, lower(acl.privilege_type) as privilege
        from pgmq.stoa_table(${name}, 'q') as named
        join pg_class as c on c.oid = to_regclass(named)
        left join lateral aclexplode(c.relacl) as acl on true`,
    z.object({ role: z.string().nullable(), privilege: z.string().nullable() }),
  )
  const of = (role: string) =>
    QueuePrivilege.options.filter((privilege) =>
      rows.some((row) => row.role === role && row.privilege === privilege),
    )
  return {
    anon: of('anon'),
    authenticated: of('authenticated'),
    service_role: of('service_role'),
  }
}

/**
 * Replaces the grants on the table of a queue and on its archive; 404 `queue_not_found`, 409
 * `definition_changed` unless they still have the values in `replaces`.
 */
export const setGrants = (
  { database }: Project,
  name: string,
  { replaces, ...grants }: QueueGrants & { readonly replaces?: QueueGrants | undefined },
): Promise<void> =>
  database
    .as('postgres')
    .transaction(async (tx) => {
      // The database quotes the names, as for every other use of a queue.
      const { queue, archive } = await tx.one(
        sql`select pgmq.stoa_table(${name}, 'q') as queue, pgmq.stoa_table(${name}, 'a') as archive`,
        z.object({ queue: z.string(), archive: z.string() }),
      )
      if (replaces) requireUnchanged(await readGrantsIn(tx, name), replaces)
      const tables = rawSql(`${queue}, ${archive}`)
      for (const role of QUEUE_ROLES) {
        await tx.run(sql`revoke ${ALL} on table ${tables} from ${ident(role)}`)
        if (grants[role].length > 0)
          await tx.run(
            sql`grant ${rawSql(grants[role].join(', '))} on table ${tables} to ${ident(role)}`,
          )
      }
    })
    .catch(refuse)
