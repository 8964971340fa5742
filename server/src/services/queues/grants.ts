import {
  QUEUE_ROLES,
  QueuePrivilege,
  type QueueGrants,
} from '@stoa/contract/services/queues/queues'
import { joinSql, type Sql } from '../../postgres/sql.ts'
import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { refuse } from './errors.ts'
import { findGrants, replaceGrants, tableOf } from './queries.ts'
import { recordChange, type Author } from './record-change.ts'

/** The grants of the API's roles on the table of a queue; 404 `queue_not_found`. */
export const readGrants = ({ database }: Project, name: string): Promise<QueueGrants> =>
  readGrantsIn(database.as('postgres'), name).catch(refuse)

async function readGrantsIn(session: Pick<Session, 'many'>, name: string): Promise<QueueGrants> {
  const rows = await findGrants(session, name)
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
  { project: { database }, member }: Author,
  name: string,
  { replaces, ...grants }: QueueGrants & { readonly replaces?: QueueGrants | undefined },
): Promise<void> =>
  database
    .as('postgres')
    .transaction(async (tx) => {
      const messages = await tableOf(tx, name, 'messages')
      const tables = joinSql([messages, await tableOf(tx, name, 'archive')])
      const before = await readGrantsIn(tx, name)
      if (replaces) requireUnchanged(before, replaces)
      await recordChange(tx, member, {
        words: ['grant', 'queue', name],
        make: (recorded) => writeGrants(recorded, tables, grants),
        undo: (earlier) => writeGrants(earlier, tables, before),
      })
    })
    .catch(refuse)

async function writeGrants(tx: Session, tables: Sql, grants: QueueGrants): Promise<void> {
  for (const role of QUEUE_ROLES)
    await replaceGrants(tx, tables, {
      role,
      privileges: grants[role],
      all: QueuePrivilege.options,
    })
}
