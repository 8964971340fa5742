import type { Session } from '../../postgres/session.ts'
import type { Project } from '../../project/project.ts'
import { withSecretStates, type SecretState } from './credentials.ts'
import { serverNotFound } from './errors.ts'
import { readServers, type StoredServer } from './queries.ts'
import { recordsOf } from './sessions.ts'

export type ServerRecord = StoredServer & SecretState

/** The records, in a transaction on them if one is given. */
export const readRecords = async (
  project: Project,
  session: Session = recordsOf(project),
): Promise<ServerRecord[]> => withSecretStates(project, await readServers(session))

/** The server with the id; 404 `foreign_server_not_found`. */
export const requireServer = async (session: Session, id: string): Promise<StoredServer> =>
  findById(await readServers(session), id)

/** The record with the id, in a transaction on the records if one is given; 404 like `requireServer`. */
export const requireRecord = async (
  project: Project,
  id: string,
  session?: Session,
): Promise<ServerRecord> => findById(await readRecords(project, session), id)

function findById<Found extends { readonly id: string }>(all: readonly Found[], id: string): Found {
  const found = all.find((one) => one.id === id)
  if (found) return found
  throw serverNotFound()
}
