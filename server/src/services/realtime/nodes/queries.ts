import type { ServiceRole } from '../../../postgres/database.ts'
import { sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'

export const ROLE: ServiceRole = 'supabase_realtime_admin'
export const CHANNEL = 'stoa_realtime'

export const applicationName = (node: string) => `stoa-realtime-${node}`

/** A crash of the database loses notifications anyway, so no commit waits for the disk. */
export const notify = ({ database }: Project, texts: readonly string[]): Promise<number> =>
  database.as(ROLE).run(sql`
    select pg_catalog.set_config('synchronous_commit', 'off', true),
      pg_catalog.count(pg_catalog.pg_notify(${CHANNEL}, text))
    from pg_catalog.unnest(${[...texts]}::pg_catalog.text[]) as text`)

/** Closes the connections that a node has left. */
export const endConnectionsOf = ({ database }: Project, node: string): Promise<number> =>
  database.as(ROLE).run(
    sql`select pg_catalog.pg_terminate_backend(pid) from pg_catalog.pg_stat_activity
        where usename operator(pg_catalog.=) current_user
          and application_name operator(pg_catalog.=) ${applicationName(node)}`,
  )
