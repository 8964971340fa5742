import { perProject } from '../../project/per-project.ts'
import type { ClusterSocket } from '../../postgres/database.ts'
import type { Project } from '../../project/project.ts'
import type { Identity } from './identity.ts'
import { remoteOf } from './credentials.ts'
import { moveForeignServer } from './foreign-server-ddl.ts'
import { requireServer } from './find-server.ts'
import { readServers, type StoredServer } from './queries.ts'
import type { Dialer } from './relay/dial.ts'
import { createRelay, type Relay } from './relay/relay.ts'
import { recordsOf } from './sessions.ts'

/** The sockets of running projects, one per foreign server, at which the relay listens. */
export type Sockets = {
  /** Opens the sockets of the project's servers, and tells Postgres where they are. */
  start(project: Project): Promise<void>
  /** Opens the socket of one server, if it is not open. Resolves to its folder. */
  open(project: Project, server: Pick<StoredServer, 'id' | 'name' | 'socket'>): Promise<string>
  /** Ends the connections of one server; later ones get its new settings. */
  endConnections(project: Project, id: string): void
  /** Ends the connections, too. */
  close(project: Project, id: string): Promise<void>
  stop(project: Project): Promise<void>
}

type Running = { readonly relay: Relay; readonly open: Map<string, Promise<ClusterSocket>> }

export function createSockets({
  dialer,
  identity,
}: {
  readonly dialer: Dialer
  readonly identity: Identity
}): Sockets {
  const runningOf = perProject((): Running => ({ relay: createRelay({ dialer }), open: new Map() }))

  async function open(
    project: Project,
    { id, name, socket }: Pick<StoredServer, 'id' | 'name' | 'socket'>,
  ): Promise<string> {
    const running = runningOf(project)
    const target = {
      id,
      name,
      password: identity.mappingPassword(project.ref, id),
      // Read for each connection, so that a changed password applies at once.
      remote: async () => remoteOf(project, await requireServer(recordsOf(project), id)),
    }
    const opening =
      running.open.get(id) ??
      project.database.openSocket(socket, (local) => running.relay.serve(local, target))
    running.open.set(id, opening)
    try {
      return (await opening).folder
    } catch (error) {
      running.open.delete(id)
      throw error
    }
  }

  return {
    open,
    async start(project) {
      for (const record of await readServers(recordsOf(project))) {
        if (record.belongs_to !== identity.belongsTo(project.ref, record.id)) continue
        const folder = await open(project, record)
        if (record.folder !== folder && record.folder !== null)
          await moveForeignServer(project, { name: record.name, folder })
      }
    },
    endConnections: (project, id) => runningOf.existing(project)?.relay.end(id),
    async close(project, id) {
      const running = runningOf.existing(project)
      const opened = running?.open.get(id)
      running?.open.delete(id)
      ;(await opened?.catch(() => {}))?.close()
      running?.relay.end(id)
    },
    async stop(project) {
      const running = runningOf.drop(project)
      for (const opened of running?.open.values() ?? []) (await opened.catch(() => {}))?.close()
      running?.relay.end()
    },
  }
}
