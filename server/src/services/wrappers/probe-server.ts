import type { Project } from '../../project/project.ts'
import { remoteOf } from './credentials.ts'
import { disconnected } from './errors.ts'
import { requireServer } from './find-server.ts'
import { probe, type ServerContext } from './server-context.ts'
import { recordsOf } from './sessions.ts'

/** Connects to a server; 404 `foreign_server_not_found`, 409 `foreign_server_disconnected`. */
export async function probeServer(
  context: Pick<ServerContext, 'dialer' | 'identity'>,
  project: Project,
  id: string,
): Promise<{ version: string | null; milliseconds: number }> {
  const server = await requireServer(recordsOf(project), id)
  if (server.belongs_to !== context.identity.belongsTo(project.ref, id)) throw disconnected()
  return probe(context, await remoteOf(project, server))
}
