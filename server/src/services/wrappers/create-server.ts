import {
  MAX_FOREIGN_SERVERS,
  type createForeignServer,
  type ForeignServer,
} from '@stoa/contract/services/wrappers/servers'
import type { z } from 'zod'
import type { Member } from '../../project/member.ts'
import type { Project } from '../../project/project.ts'
import { checkCertificate, keepSecret, labelOf } from './credentials.ts'
import { explained, nameTaken, tooMany } from './errors.ts'
import { defineForeignServer } from './foreign-server-ddl.ts'
import { deleteServerRow, insertServer, lockCreation, readServers } from './queries.ts'
import { describeServer, recordAfterwards } from './record-change.ts'
import { getServer, passwordOf, probe, routeTo, type ServerContext } from './server-context.ts'
import { recordsOf } from './sessions.ts'
import { undoingOnFailure, type Undo } from './undo.ts'

type NewServer = z.infer<NonNullable<typeof createForeignServer.body>>

/**
 * Connects first. Rejects with the reasons of `Dialer`, 409 `foreign_server_name_taken`,
 * `too_many_foreign_servers` or `postgres_fdw_unavailable`, or 400 `invalid_certificate`.
 */
export async function createServer(
  context: Pick<ServerContext, 'dialer' | 'identity' | 'newId' | 'sockets'>,
  project: Project,
  { member, server }: { readonly member: Member; readonly server: NewServer },
): Promise<ForeignServer> {
  checkCertificate(server.ca_certificate)
  const password = await passwordOf(project, server.credential)
  await probe(context, { ...server, caCertificate: server.ca_certificate, password })
  const id = context.newId()
  await explained(
    server.name,
    undoingOnFailure(async (undo) => {
      undo(() => context.sockets.close(project, id))
      const route = await addRecord(context, project, { server: { ...server, id }, undo })
      await defineForeignServer(project, route)
    }),
  )
  await recordAfterwards(project, member, {
    words: ['create', 'foreign', 'server', server.name],
    statements: [describeServer(server)],
  })
  return getServer(context, project, id)
}

/** Adds the record and its secret, and opens the socket. */
const addRecord = (
  context: Pick<ServerContext, 'identity' | 'sockets'>,
  project: Project,
  { server, undo }: { readonly server: NewServer & { readonly id: string }; readonly undo: Undo },
) =>
  recordsOf(project).transaction(async (tx) => {
    const { id, name, credential } = server
    await lockCreation(tx)
    const records = await readServers(tx)
    if (records.length >= MAX_FOREIGN_SERVERS) throw tooMany()
    if (records.some((record) => record.name === name)) throw nameTaken(name)
    const socket = firstFree(new Set(records.map((record) => record.socket)))
    const folder = await context.sockets.open(project, { id, name, socket })
    const secret = await keepSecret(project, { label: labelOf(name), credential }, undo)
    undo(() => deleteServerRow(recordsOf(project), id))
    await insertServer(tx, {
      ...server,
      socket,
      secret_id: secret.id,
      owns_secret: secret.isOwn,
      belongs_to: context.identity.belongsTo(project.ref, id),
    })
    return routeTo(context, project, { id, name, folder, socket, isWritable: server.is_writable })
  })

/** The lowest number from 1 that is not taken. */
function firstFree(taken: ReadonlySet<number>): number {
  let socket = 1
  while (taken.has(socket)) socket += 1
  return socket
}
