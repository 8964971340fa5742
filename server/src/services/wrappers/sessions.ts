import type { ServiceSession } from '../../postgres/session.ts'
import { sql, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'

/** The role that owns the records of foreign servers and files. */
export const ROLE = 'supabase_wrappers_admin'

/** Reads and writes the records, which the owner of the project cannot change. */
export const recordsOf = ({ database }: Project): ServiceSession => database.as(ROLE)

/**
 * Runs as the owner of the project, who can read and write every secret anyway. The vault's functions
 * must not get a session with more rights.
 */
export const vaultOf = ({ database }: Project): ServiceSession => database.as('postgres')

/**
 * Writes the server's own records, such as the end of a run, even while the database is read-only
 * for lack of disk space.
 */
export const remember = (project: Project, statement: Sql): Promise<void> =>
  recordsOf(project).transaction(async (tx) => {
    await tx.run(sql`set transaction read write`)
    await tx.run(statement)
  })
