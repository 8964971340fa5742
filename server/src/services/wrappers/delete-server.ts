import { ident, joinSql, sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import type { Project } from '../../project/project.ts'
import { forgetSecret } from './credentials.ts'
import { explained, inUse } from './errors.ts'
import { requireServer } from './find-server.ts'
import { dropForeignServer } from './foreign-server-ddl.ts'
import { deleteServerRow } from './queries.ts'
import { recordAfterwards } from './record-change.ts'
import { getServer, type ServerContext } from './server-context.ts'
import { recordsOf } from './sessions.ts'

/**
 * Resolves to the name of the deleted server. Rejects with 404 `foreign_server_not_found`, or 409
 * `foreign_server_in_use`.
 */
export async function deleteServer(
  context: Pick<ServerContext, 'identity' | 'sockets'>,
  project: Project,
  {
    id,
    member,
    cascade,
  }: { readonly id: string; readonly member: Member; readonly cascade: boolean },
): Promise<string> {
  const { name, tables, views } = await getServer(context, project, id)
  if (tables.length + views.length > 0 && !cascade) throw inUse(name, tables.length)
  await explained(name, forget(project, id))
  await context.sockets.close(project, id)
  if (tables.length > 0)
    await recordAfterwards(project, member, {
      words: ['drop', 'foreign', 'tables', 'of', name],
      statements: [
        sql`drop foreign table if exists ${joinSql(
          tables.map((table) => ident(table.schema, table.name)),
        )} cascade`,
      ],
    })
  return name
}

/** Deletes the record last, so that an interrupted deletion can be repeated. */
async function forget(project: Project, id: string): Promise<void> {
  const server = await requireServer(recordsOf(project), id)
  await dropForeignServer(project, server.name)
  await forgetSecret(project, server)
  await deleteServerRow(recordsOf(project), id)
}
