import type { ForeignServer, updateForeignServer } from '@stoa/contract/services/wrappers/servers'
import type { z } from 'zod'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import { changeSecret, checkCertificate, labelOf } from './credentials.ts'
import { disconnected, explained } from './errors.ts'
import { requireRecord, type ServerRecord } from './find-server.ts'
import {
  defineForeignServer,
  dropForeignServer,
  redefineForeignServer,
} from './foreign-server-ddl.ts'
import { lockServerRow, updateServerRow } from './queries.ts'
import { getServer, passwordOf, probe, routeTo, type ServerContext } from './server-context.ts'
import { recordsOf } from './sessions.ts'
import { undoingOnFailure, type Undo } from './undo.ts'

type ServerChange = z.infer<NonNullable<typeof updateForeignServer.body>>

/**
 * Connects with the changes first. Rejects like the creation, and with 404
 * `foreign_server_not_found`, or 409 `definition_changed` unless the server is what it `replaces`.
 */
export async function updateServer(
  context: Pick<ServerContext, 'dialer' | 'identity' | 'sockets'>,
  project: Project,
  { id, change }: { readonly id: string; readonly change: ServerChange },
): Promise<ForeignServer> {
  const { credential } = change
  const before = await requireRecord(project, id)
  requireUnchanged(before, change.replaces)
  const isConnected = before.belongs_to === context.identity.belongsTo(project.ref, id)
  if (!credential && !isConnected) throw disconnected()
  const after = changed(before, change)
  checkCertificate(after.ca_certificate)
  const password = await passwordOf(project, credential ?? { secret_id: before.secret_id })
  await probe(context, { ...after, caCertificate: after.ca_certificate, password })
  const folder = await context.sockets.open(project, before)
  await explained(
    before.name,
    undoingOnFailure((undo) => write(context, project, { before, after, change, folder, undo })),
  )
  context.sockets.endConnections(project, id)
  return getServer(context, project, id)
}

type Address = Pick<ServerRecord, 'host' | 'port' | 'database' | 'user' | 'tls' | 'ca_certificate'>

const changed = (before: ServerRecord, change: ServerChange): Address => ({
  host: change.host ?? before.host,
  port: change.port ?? before.port,
  database: change.database ?? before.database,
  user: change.user ?? before.user,
  tls: change.tls ?? before.tls,
  ca_certificate:
    change.ca_certificate === undefined ? before.ca_certificate : change.ca_certificate,
})

type Write = {
  readonly before: ServerRecord
  readonly after: Address
  readonly change: ServerChange
  readonly folder: string
  readonly undo: Undo
}

const write = (
  context: Pick<ServerContext, 'identity'>,
  project: Project,
  { before, after, change, folder, undo }: Write,
): Promise<void> =>
  recordsOf(project).transaction(async (tx) => {
    const { id, name, socket } = before
    await lockServerRow(tx, id)
    requireUnchanged(await requireRecord(project, id, tx), change.replaces)
    const place = { id, name, folder, socket }
    const former = routeTo(context, project, { ...place, isWritable: before.is_writable })
    // False if its creation was interrupted, or if a dump restored only the record.
    const exists = before.folder !== null
    undo(() => (exists ? redefineForeignServer(project, former) : dropForeignServer(project, name)))
    await (exists ? redefineForeignServer : defineForeignServer)(project, {
      ...former,
      isWritable: change.is_writable ?? before.is_writable,
    })
    const secret = change.credential
      ? await changeSecret(project, { before, label: labelOf(name) }, change.credential)
      : { id: before.secret_id, isOwn: before.owns_secret }
    await updateServerRow(tx, id, {
      ...after,
      secret_id: secret.id,
      owns_secret: secret.isOwn,
      belongs_to: context.identity.belongsTo(project.ref, id),
    })
  })
