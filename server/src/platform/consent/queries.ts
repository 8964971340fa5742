import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const listConsents = (session: Session, userId: string) =>
  session.many(
    sql`
      select service_id, status, decided_at from platform.consents where user_id = ${userId}`,
    z.object({ service_id: z.string(), status: z.boolean(), decided_at: Timestamp }),
  )

export const saveConsent = (
  session: Session,
  consent: { userId: string; serviceId: string; status: boolean; at: Date },
) =>
  session.run(sql`
    insert into platform.consents (user_id, service_id, status, decided_at)
    values (${consent.userId}, ${consent.serviceId}, ${consent.status}, ${consent.at})
    on conflict (user_id, service_id) do update set
      status = excluded.status, decided_at = excluded.decided_at`)
