import { z } from 'zod'
import type { ProjectBan } from '../../postgres/front-door/index.ts'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import type { Clock } from '../../lib/clock.ts'

/** The bans of all projects, kept over restarts of the server. */
export type KeptBans = {
  /** Keeps a ban, and drops those of its project that have ended. */
  keep(ban: ProjectBan): Promise<void>
  /** The bans that have not ended. */
  list(): Promise<ProjectBan[]>
}

export const createKeptBans = (session: Session, clock: Clock): KeptBans => ({
  async keep({ ref, network, failures, until }) {
    await session.run(sql`
      with ended as (
        delete from platform.network_bans b using platform.projects p
        where p.id = b.project_id and p.ref = ${ref} and b.banned_until <= ${clock.now()}
          and b.network <> ${network})
      insert into platform.network_bans (project_id, network, failures, banned_until)
      select id, ${network}, ${failures}, ${until} from platform.projects where ref = ${ref}
      on conflict (project_id, network)
        do update set failures = excluded.failures, banned_until = excluded.banned_until`)
  },
  list: () =>
    session.many(
      sql`
        select p.ref, b.network, b.failures, b.banned_until as until
        from platform.network_bans b join platform.projects p on p.id = b.project_id
        where b.banned_until > ${clock.now()}
        order by b.banned_until, b.network`,
      KeptBan,
    ),
})

const KeptBan = z.object({
  ref: z.string(),
  network: z.string(),
  failures: z.int(),
  until: z.date(),
})

/** Forgets bans that a member lifts. */
export const forgetBans = (
  session: Session,
  { projectId, networks }: { projectId: number; networks: readonly string[] },
) =>
  session.run(sql`
    delete from platform.network_bans
    where project_id = ${projectId} and network = any(${networks})`)
