import type { ForeignCredential, ForeignServer } from '@stoa/contract/services/wrappers/servers'
import type { Project } from '../../project/project.ts'
import { readSecret } from './credentials.ts'
import { requireRecord, type ServerRecord } from './find-server.ts'
import type { ForeignServerRoute } from './foreign-server-ddl.ts'
import type { Identity } from './identity.ts'
import { readDependents, type Dependents } from './queries.ts'
import type { Dialer, Remote } from './relay/dial.ts'
import { recordsOf } from './sessions.ts'
import type { Sockets } from './sockets.ts'
import { importSql, unmapSql } from './usage-sql.ts'

/** The parts that the verbs for foreign servers share. */
export type ServerContext = {
  readonly dialer: Dialer
  readonly identity: Identity
  readonly sockets: Sockets
  readonly newId: () => string
}

/** A foreign server as members see it. */
export const shownServer = (
  { identity }: Pick<ServerContext, 'identity'>,
  project: Project,
  { record, dependents }: { readonly record: ServerRecord; readonly dependents: Dependents },
): ForeignServer => ({
  ...record,
  ...dependents,
  unmap_sql: unmapSql(record.name, dependents.mapped_roles),
  import_sql: importSql(record.name),
  secret: record.has_secret ? { id: record.secret_id, name: record.secret_name } : null,
  is_connected:
    record.has_secret &&
    record.folder !== null &&
    record.belongs_to === identity.belongsTo(project.ref, record.id),
})

/** One server; 404 `foreign_server_not_found`. */
export async function getServer(
  context: Pick<ServerContext, 'identity'>,
  project: Project,
  id: string,
): Promise<ForeignServer> {
  const record = await requireRecord(project, id)
  const dependents = await readDependents(recordsOf(project))
  return shownServer(context, project, { record, dependents: dependents(record.name) })
}

/** Connects and signs in; resolves to the duration and the version that the server reports. */
export async function probe({ dialer }: Pick<ServerContext, 'dialer'>, remote: Remote) {
  const begun = performance.now()
  const { socket, version } = await dialer.dial(remote)
  socket.destroy()
  return { version: version ?? null, milliseconds: Math.round(performance.now() - begun) }
}

export async function passwordOf(project: Project, credential: ForeignCredential): Promise<string> {
  if ('password' in credential) return credential.password
  return readSecret(project, credential.secret_id)
}

/** The route to a server through its socket, with the socket's password. */
export const routeTo = (
  { identity }: Pick<ServerContext, 'identity'>,
  project: Project,
  { id, ...route }: Omit<ForeignServerRoute, 'password'> & { readonly id: string },
): ForeignServerRoute => ({ ...route, password: identity.mappingPassword(project.ref, id) })
