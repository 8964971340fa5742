import type { ForeignServer } from '@stoa/contract/services/wrappers/servers'
import type { Project } from '../../project/project.ts'
import { readRecords } from './find-server.ts'
import { isFdwAvailable, readDependents } from './queries.ts'
import { shownServer, type ServerContext } from './server-context.ts'
import { recordsOf } from './sessions.ts'

/** The foreign servers of a project, and whether its Postgres has postgres_fdw. */
export async function listServers(
  context: Pick<ServerContext, 'identity'>,
  project: Project,
): Promise<{ readonly servers: ForeignServer[]; readonly has_postgres_fdw: boolean }> {
  const servers = await readShownServers(context, project)
  return { servers, has_postgres_fdw: await isFdwAvailable(recordsOf(project)) }
}

async function readShownServers(context: Pick<ServerContext, 'identity'>, project: Project) {
  const records = await readRecords(project)
  if (records.length === 0) return []
  const dependents = await readDependents(recordsOf(project))
  return records.map((record) =>
    shownServer(context, project, { record, dependents: dependents(record.name) }),
  )
}
