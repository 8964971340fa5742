import {
  MAX_FOREIGN_SERVERS,
  type createForeignServer,
  type ForeignCredential,
  type ForeignServer,
  type updateForeignServer,
} from '@stoa/contract/services/wrappers/servers'
import { z } from 'zod'
import { ident, joinSql, sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import type { Identity } from './identity.ts'
import {
  changeSecret,
  checkCertificate,
  forgetSecret,
  keepSecret,
  labelOf,
  readSecret,
  remoteOf,
} from './credentials.ts'
import {
  redefineForeignServer,
  defineForeignServer,
  dropForeignServer,
  type ForeignServerRoute,
} from './foreign-server-ddl.ts'
import {
  readDependents,
  readRecords,
  readServers,
  requireRecord,
  requireServer,
  type Dependents,
  type ServerRecord,
} from './records.ts'
import { describeServer, recordAfterwards } from './record-change.ts'
import { disconnected, inUse, nameTaken, refusal, tooMany } from './refusals.ts'
import type { Dialer, Remote } from './relay/dial.ts'
import { recordsOf } from './sessions.ts'
import type { Sockets } from './sockets.ts'
import { undoingOnFailure, type Undo } from './undo.ts'

type Given = z.infer<NonNullable<typeof createForeignServer.body>>
type Change = z.infer<NonNullable<typeof updateForeignServer.body>>

/** The foreign servers of a project. Those with an id reject with 404 `foreign_server_not_found`. */
export type Servers = {
  list(project: Project): Promise<ForeignServer[]>
  /** Whether the Postgres of the project has postgres_fdw. */
  isAvailable(project: Project): Promise<boolean>
  /**
   * Connects first. Rejects with the reasons of `Dialer`, 409 `foreign_server_name_taken`,
   * `too_many_foreign_servers` or `postgres_fdw_unavailable`, or 400 `invalid_certificate`.
   */
  create(project: Project, member: Member, given: Given): Promise<ForeignServer>
  update(project: Project, id: string, change: Change): Promise<ForeignServer>
  /** Resolves to the name of the deleted server. Rejects with 409 `foreign_server_in_use`. */
  remove(
    project: Project,
    id: string,
    options: { readonly member: Member; readonly cascade: boolean },
  ): Promise<string>
  test(project: Project, id: string): Promise<{ version: string | null; milliseconds: number }>
}

export function createServers(deps: {
  readonly dialer: Dialer
  readonly identity: Identity
  readonly sockets: Sockets
  readonly newId: () => string
}): Servers {
  const { dialer, identity, sockets, newId } = deps

  const explained = <T>(name: string, work: Promise<T>): Promise<T> =>
    work.catch((error: unknown) => {
      throw refusal(error, name)
    })

  const shown = (
    project: Project,
    record: ServerRecord,
    dependents: Dependents,
  ): ForeignServer => ({
    ...record,
    ...dependents,
    secret: record.has_secret ? { id: record.secret_id, name: record.secret_name } : null,
    is_connected:
      record.has_secret &&
      record.folder !== null &&
      record.belongs_to === identity.belongsTo(project.ref, record.id),
  })

  async function read(project: Project, id: string): Promise<ForeignServer> {
    const record = await requireRecord(project, id)
    const dependents = await readDependents(recordsOf(project))
    return shown(project, record, dependents(record.name))
  }

  /** Connects and signs in; returns the duration and the server's version. */
  async function probe(remote: Remote) {
    const begun = performance.now()
    const { socket, version } = await dialer.dial(remote)
    socket.destroy()
    return { version: version ?? null, milliseconds: Math.round(performance.now() - begun) }
  }

  async function passwordOf(project: Project, credential: ForeignCredential): Promise<string> {
    if ('password' in credential) return credential.password
    return readSecret(project, credential.secret_id)
  }

  const routeTo = (
    { ref }: Project,
    id: string,
    route: Omit<ForeignServerRoute, 'password'>,
  ): ForeignServerRoute => ({ ...route, password: identity.mappingPassword(ref, id) })

  /** Adds the record and its secret, and opens the socket. */
  const addRecord = (project: Project, given: Given & { readonly id: string }, undo: Undo) =>
    recordsOf(project).transaction(async (tx) => {
      const { id, name } = given
      await tx.run(sql`select pg_catalog.pg_advisory_xact_lock(${LOCK})`)
      const records = await readServers(tx)
      if (records.length >= MAX_FOREIGN_SERVERS) throw tooMany()
      if (records.some((record) => record.name === name)) throw nameTaken(name)
      const taken = new Set(records.map((record) => record.socket))
      let socket = 1
      while (taken.has(socket)) socket += 1
      const folder = await sockets.open(project, { id, name, socket })
      const { credential } = given
      const secret = await keepSecret(project, { label: labelOf(name), credential }, undo)
      undo(() => recordsOf(project).run(deletion(id)))
      await tx.run(sql`
        insert into stoa.foreign_servers (id, name, socket, host, port, database, "user", tls,
          ca_certificate, secret_id, owns_secret, belongs_to)
        values (${id}::uuid, ${name}, ${socket}::integer, ${given.host},
          ${given.port}::integer, ${given.database}, ${given.user}, ${given.tls},
          ${given.ca_certificate}, ${secret.id}::uuid, ${secret.isOwn}::boolean,
          ${identity.belongsTo(project.ref, id)})`)
      return routeTo(project, id, { name, folder, socket, isWritable: given.is_writable })
    })

  /** Its record is deleted last, so that an interrupted deletion can be repeated. */
  async function forget(project: Project, id: string): Promise<void> {
    const server = await requireServer(recordsOf(project), id)
    await dropForeignServer(project, server.name)
    await forgetSecret(project, server)
    await recordsOf(project).run(deletion(id))
  }

  return {
    async list(project) {
      const records = await readRecords(project)
      if (records.length === 0) return []
      const dependents = await readDependents(recordsOf(project))
      return records.map((record) => shown(project, record, dependents(record.name)))
    },
    async isAvailable(project) {
      const { available } = await recordsOf(project).one(
        sql`
          select exists (
            select from pg_catalog.pg_available_extensions where name = 'postgres_fdw'
          ) as available`,
        z.object({ available: z.boolean() }),
      )
      return available
    },
    async create(project, member, given) {
      checkCertificate(given.ca_certificate)
      const password = await passwordOf(project, given.credential)
      await probe({ ...given, caCertificate: given.ca_certificate, password })
      const id = newId()
      await explained(
        given.name,
        undoingOnFailure(async (undo) => {
          undo(() => sockets.close(project, id))
          const route = await addRecord(project, { ...given, id }, undo)
          await defineForeignServer(project, route)
        }),
      )
      await recordAfterwards(project, member, {
        words: ['create', 'foreign', 'server', given.name],
        statements: [describeServer(given)],
      })
      return read(project, id)
    },
    async update(project, id, { credential, replaces, ...change }) {
      const before = await requireRecord(project, id)
      requireUnchanged(before, replaces)
      const belongsTo = identity.belongsTo(project.ref, id)
      if (!credential && before.belongs_to !== belongsTo) throw disconnected()
      const after = {
        host: change.host ?? before.host,
        port: change.port ?? before.port,
        database: change.database ?? before.database,
        user: change.user ?? before.user,
        tls: change.tls ?? before.tls,
        caCertificate:
          change.ca_certificate === undefined ? before.ca_certificate : change.ca_certificate,
      }
      checkCertificate(after.caCertificate)
      const used = credential ?? { secret_id: before.secret_id }
      const password = await passwordOf(project, used)
      await probe({ ...after, password })
      const { name, socket } = before
      const folder = await sockets.open(project, before)
      const former = routeTo(project, id, { name, folder, socket, isWritable: before.is_writable })
      const label = labelOf(name)
      // False if its creation was interrupted, or if a dump restored only the record.
      const exists = before.folder !== null
      const write = (undo: Undo) =>
        recordsOf(project).transaction(async (tx) => {
          await tx.run(sql`select from stoa.foreign_servers where id = ${id}::uuid for update`)
          requireUnchanged(await requireRecord(project, id, tx), replaces)
          const isWritable = change.is_writable ?? before.is_writable
          undo(() =>
            exists ? redefineForeignServer(project, former) : dropForeignServer(project, name),
          )
          await (exists ? redefineForeignServer : defineForeignServer)(project, {
            ...former,
            isWritable,
          })
          const secret = credential
            ? await changeSecret(project, { before, label }, credential)
            : { id: before.secret_id, isOwn: before.owns_secret }
          await tx.run(sql`
            update stoa.foreign_servers set host = ${after.host}, port = ${after.port}::integer,
              database = ${after.database}, "user" = ${after.user}, tls = ${after.tls},
              ca_certificate = ${after.caCertificate}, secret_id = ${secret.id}::uuid,
              owns_secret = ${secret.isOwn}::boolean, belongs_to = ${belongsTo}
            where id = ${id}::uuid`)
        })
      await explained(name, undoingOnFailure(write))
      sockets.endConnections(project, id)
      return read(project, id)
    },
    async remove(project, id, { member, cascade }) {
      const { name, tables, views } = await read(project, id)
      if (tables.length + views.length > 0 && !cascade) throw inUse(name, tables.length)
      await explained(name, forget(project, id))
      await sockets.close(project, id)
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
    },
    async test(project, id) {
      const server = await requireServer(recordsOf(project), id)
      if (server.belongs_to !== identity.belongsTo(project.ref, id)) throw disconnected()
      return probe(await remoteOf(project, server))
    },
  }
}

const deletion = (id: string) => sql`delete from stoa.foreign_servers where id = ${id}::uuid`

/** The number of the lock that creations wait for. */
const LOCK = 7_305_619
