import {
  MAX_FOREIGN_SERVERS,
  type createForeignServer,
  type ForeignCredential,
  type ForeignServer,
  type updateForeignServer,
} from '@stoa/contract/services/wrappers/servers'
import { z } from 'zod'
import type { Session } from '../../postgres/session.ts'
import { ident, joinSql, literal, sql } from '../../postgres/sql.ts'
import type { Member } from '../../project/member.ts'
import type { Project } from '../../project/project.ts'
import { requireUnchanged } from '../../project/unchanged.ts'
import type { Identity } from './identity.ts'
import {
  changeSecret,
  checkCertificate,
  keepSecret,
  labelOf,
  readSecret,
  remoteOf,
} from './credentials.ts'
import {
  readDependents,
  readRecords,
  requireRecord,
  type Dependents,
  type ServerRecord,
} from './records.ts'
import { describeServer, recordAfterwards } from './record-change.ts'
import { disconnected, inUse, nameTaken, refusal, tooMany } from './refusals.ts'
import type { Dialer, Remote } from './relay/dial.ts'
import type { Sockets } from './sockets.ts'

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
  // Only a superuser can create servers of postgres_fdw: whoever can chooses the host.
  const admin = (project: Project) => project.database.as('supabase_admin')

  /** Waits for no lock for long: the owner can lock a foreign table or the vault. */
  const transaction = <T>(
    project: Project,
    name: string,
    work: (tx: Session) => Promise<T>,
  ): Promise<T> =>
    admin(project)
      .transaction(async (tx) => {
        await tx.run(sql`set local lock_timeout = '5s'`)
        return work(tx)
      })
      .catch((error: unknown) => {
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
      record.has_secret && record.belongs_to === identity.belongsTo(project.ref, record.id),
  })

  async function read(project: Project, id: string): Promise<ForeignServer> {
    const record = await requireRecord(admin(project), id)
    const dependents = await readDependents(admin(project))
    return shown(project, record, dependents(record.name))
  }

  /** Connects and signs in; how long that took, and the version that the server says. */
  async function probe(remote: Remote) {
    const begun = performance.now()
    const { socket, version } = await dialer.dial(remote)
    socket.destroy()
    return { version: version ?? null, milliseconds: Math.round(performance.now() - begun) }
  }

  async function passwordOf(project: Project, credential: ForeignCredential): Promise<string> {
    if ('password' in credential) return credential.password
    return readSecret(admin(project), credential.secret_id)
  }

  return {
    async list(project) {
      const records = await readRecords(admin(project))
      if (records.length === 0) return []
      const dependents = await readDependents(admin(project))
      return records.map((record) => shown(project, record, dependents(record.name)))
    },
    async isAvailable(project) {
      const { available } = await admin(project).one(
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
      await transaction(project, given.name, async (tx) => {
        await tx.run(sql`select pg_catalog.pg_advisory_xact_lock(${LOCK})`)
        const records = await readRecords(tx)
        if (records.length >= MAX_FOREIGN_SERVERS) throw tooMany()
        if (records.some(({ name }) => name === given.name)) throw nameTaken(given.name)
        const taken = new Set(records.map(({ socket }) => socket))
        let socket = 1
        while (taken.has(socket)) socket += 1
        const folder = await sockets.open(project, { id, name: given.name, socket })
        const secret = await keepSecret(tx, labelOf(given.name), given.credential)
        await tx.run(sql`
            insert into stoa.foreign_servers (id, name, socket, host, port, database, "user", tls,
              ca_certificate, secret_id, owns_secret, belongs_to)
            values (${id}::uuid, ${given.name}, ${socket}::integer, ${given.host},
              ${given.port}::integer, ${given.database}, ${given.user}, ${given.tls},
              ${given.ca_certificate}, ${secret.id}::uuid, ${secret.isOwn}::boolean,
              ${identity.belongsTo(project.ref, id)})`)
        await tx.run(sql`create extension if not exists postgres_fdw schema extensions`)
        const name = ident(given.name)
        await tx.run(sql`
            create server ${name} foreign data wrapper postgres_fdw options (
              host ${literal(folder)}, port ${literal(String(socket))}, dbname 'postgres',
              gssencmode 'disable', connect_timeout '20', fetch_size '1000',
              updatable ${literal(String(given.is_writable))})`)
        await tx.run(sql`
            create user mapping for public server ${name} options (
              user 'stoa', password ${literal(identity.mappingPassword(project.ref, id))})`)
        // Foreign tables, also with import foreign schema, but no other server.
        await tx.run(sql`grant usage on foreign server ${name} to postgres with grant option`)
      }).catch(async (error: unknown) => {
        await sockets.close(project, id)
        throw error
      })
      await recordAfterwards(project, member, {
        words: ['create', 'foreign', 'server', given.name],
        statements: [describeServer(given)],
      })
      return read(project, id)
    },
    async update(project, id, { credential, replaces, ...change }) {
      const before = await requireRecord(admin(project), id)
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
      const isWritable = change.is_writable ?? before.is_writable
      checkCertificate(after.caCertificate)
      const used = credential ?? { secret_id: before.secret_id }
      const password = await passwordOf(project, used)
      await probe({ ...after, password })
      const folder = await sockets.open(project, before)
      await transaction(project, before.name, async (tx) => {
        await tx.run(sql`select from stoa.foreign_servers where id = ${id}::uuid for update`)
        requireUnchanged(await requireRecord(tx, id), replaces)
        const secret = credential
          ? await changeSecret(tx, { before, label: labelOf(before.name) }, credential)
          : { id: before.secret_id, isOwn: before.owns_secret }
        await tx.run(sql`
            update stoa.foreign_servers set host = ${after.host}, port = ${after.port}::integer,
              database = ${after.database}, "user" = ${after.user}, tls = ${after.tls},
              ca_certificate = ${after.caCertificate}, secret_id = ${secret.id}::uuid,
              owns_secret = ${secret.isOwn}::boolean, belongs_to = ${belongsTo}
            where id = ${id}::uuid`)
        const name = ident(before.name)
        await tx.run(sql`
            alter server ${name} options (
              set host ${literal(folder)}, set port ${literal(String(before.socket))},
              set updatable ${literal(String(isWritable))})`)
        await tx.run(sql`
            alter user mapping for public server ${name} options (
              set password ${literal(identity.mappingPassword(project.ref, id))})`)
      })
      sockets.endConnections(project, id)
      return read(project, id)
    },
    async remove(project, id, { member, cascade }) {
      const { name, tables, views } = await read(project, id)
      if (tables.length + views.length > 0 && !cascade) throw inUse(name, tables.length)
      await transaction(project, name, async (tx) => {
        const record = await requireRecord(tx, id)
        await tx.run(sql`drop server if exists ${ident(name)} cascade`)
        await tx.run(sql`delete from stoa.foreign_servers where id = ${id}::uuid`)
        if (record.owns_secret)
          await tx.run(sql`delete from vault.secrets where id = ${record.secret_id}::uuid`)
      })
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
      const record = await requireRecord(admin(project), id)
      if (record.belongs_to !== identity.belongsTo(project.ref, id)) throw disconnected()
      return probe(await remoteOf(admin(project), record))
    },
  }
}

/** The number of the lock that creations wait for. */
const LOCK = 7_305_619
