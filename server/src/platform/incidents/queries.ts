import { IncidentStatus } from '@stoa/contract/platform/incidents'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const IncidentRow = z.object({
  id: z.uuid(),
  title: z.string(),
  link: z.string().nullable(),
  status: IncidentStatus,
  started_at: Timestamp,
  resolved_at: Timestamp.nullable(),
})
export type IncidentRow = z.infer<typeof IncidentRow>

const columns = sql`id, title, link, status, started_at, resolved_at`

export const listOpenIncidents = (session: Session) =>
  session.many(
    sql`
      select ${columns} from platform.incidents where status <> 'resolved'
      order by started_at desc, id`,
    IncidentRow,
  )

export const listEveryIncident = (session: Session) =>
  session.many(
    sql`select ${columns} from platform.incidents order by started_at desc, id`,
    IncidentRow,
  )

export const insertIncident = (
  session: Session,
  incident: { title: string; link: string | null; status: IncidentStatus; at: Date },
) =>
  session.one(
    sql`
      insert into platform.incidents (title, link, status, started_at)
      values (${incident.title}, ${incident.link}, ${incident.status}, ${incident.at})
      returning ${columns}`,
    IncidentRow,
  )

export const lockIncident = (session: Session, id: string) =>
  session.maybe(
    sql`select ${columns} from platform.incidents where id = ${id} for update`,
    IncidentRow,
  )

export const saveIncident = (session: Session, incident: IncidentRow) =>
  session.run(sql`
    update platform.incidents set
      title = ${incident.title}, link = ${incident.link}, status = ${incident.status},
      resolved_at = ${incident.resolved_at}
    where id = ${incident.id}`)
