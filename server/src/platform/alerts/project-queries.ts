import { sql } from '../../postgres/sql.ts'

/** The id of a project that is not deleted. */
export const projectOf = (ref: string) => sql`
  (select id from platform.projects where ref = ${ref} and deleted_at is null)`
