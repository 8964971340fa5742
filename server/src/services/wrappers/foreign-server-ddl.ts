import type { ServiceSession, Session } from '../../postgres/session.ts'
import { ident, literal, sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'

/**
 * Statements that only the superuser may run: anyone who can create or change a server of
 * postgres_fdw chooses its host. These statements change catalogs and call nothing that the owner
 * of the project or a service has defined; the guard of event triggers runs before each.
 */
const superuserOf = ({ database }: Project): ServiceSession => database.as('supabase_admin')

/** The path from Postgres to a foreign server, through a socket of this server. */
export type ForeignServerRoute = {
  readonly name: string
  /** The folder of the socket, and its number. */
  readonly folder: string
  readonly socket: number
  readonly isWritable: boolean
  /** The password that the socket asks for. */
  readonly password: string
}

/** Never waits long for a lock, because the owner can lock a foreign table. */
const change = (project: Project, work: (tx: Session) => Promise<void>): Promise<void> =>
  superuserOf(project).transaction(async (tx) => {
    await tx.run(sql`set local lock_timeout = '5s'`)
    await work(tx)
  })

export const defineForeignServer = (
  project: Project,
  { name, folder, socket, isWritable, password }: ForeignServerRoute,
): Promise<void> =>
  change(project, async (tx) => {
    await tx.run(sql`create extension if not exists postgres_fdw schema extensions`)
    await tx.run(sql`
      create server ${ident(name)} foreign data wrapper postgres_fdw options (
        host ${literal(folder)}, port ${literal(String(socket))}, dbname 'postgres',
        gssencmode 'disable', connect_timeout '20', fetch_size '1000',
        updatable ${literal(String(isWritable))})`)
    await tx.run(sql`
      create user mapping for public server ${ident(name)} options (
        user 'stoa', password ${literal(password)})`)
    // Allows foreign tables, also with import foreign schema, but no other server.
    await tx.run(sql`grant usage on foreign server ${ident(name)} to postgres with grant option`)
  })

export const redefineForeignServer = (
  project: Project,
  { name, folder, socket, isWritable, password }: ForeignServerRoute,
): Promise<void> =>
  change(project, async (tx) => {
    await tx.run(sql`
      alter server ${ident(name)} options (
        set host ${literal(folder)}, set port ${literal(String(socket))},
        set updatable ${literal(String(isWritable))})`)
    await tx.run(sql`
      alter user mapping for public server ${ident(name)} options (
        set password ${literal(password)})`)
  })

/** The folder of sockets can change between two starts of the server. */
export const moveForeignServer = (
  project: Project,
  { name, folder }: Pick<ForeignServerRoute, 'name' | 'folder'>,
): Promise<void> =>
  change(project, async (tx) => {
    await tx.run(sql`alter server ${ident(name)} options (set host ${literal(folder)})`)
  })

/** Includes its foreign tables, and objects that depend on them. */
export const dropForeignServer = (project: Project, name: string): Promise<void> =>
  change(project, async (tx) => {
    await tx.run(sql`drop server if exists ${ident(name)} cascade`)
  })
