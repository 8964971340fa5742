import { FlagValue } from '@stoa/contract/platform/feature-flags'
import { z } from 'zod'
import type { Session } from '../../postgres/database.ts'
import { sql } from '../../postgres/sql.ts'
import { Timestamp } from '../timestamp.ts'

export const FlagRow = z.object({
  id: z.uuid(),
  name: z.string(),
  value: FlagValue,
  organization_slug: z.string().nullable(),
  user_id: z.uuid().nullable(),
  updated_at: Timestamp,
})
export type FlagRow = z.infer<typeof FlagRow>

const flags = sql`
  select f.id, f.name, f.value, o.slug as organization_slug, f.user_id, f.updated_at
  from platform.feature_flags f
  left join platform.organizations o on o.id = f.organization_id`

export const listEveryFlag = (session: Session) =>
  session.many(sql`${flags} order by f.name, o.slug nulls first, f.user_id nulls first`, FlagRow)

export const findFlag = (session: Session, id: string) =>
  session.one(sql`${flags} where f.id = ${id}`, FlagRow)

/** The values that apply to a person, weakest first: the installation's, the organization's, the person's own. */
export const listFlagsFor = (
  session: Session,
  { userId, organizationId }: { userId: string | null; organizationId: number | null },
) =>
  session.many(
    sql`
      select name, value from platform.feature_flags
      where (organization_id is null or organization_id = ${organizationId}::bigint)
        and (user_id is null or user_id = ${userId}::uuid)
      order by user_id is not null, organization_id is not null`,
    z.object({ name: z.string(), value: FlagValue }),
  )

export const upsertFlag = (
  session: Session,
  flag: {
    name: string
    value: FlagValue
    organizationId: number | null
    userId: string | null
    at: Date
  },
) =>
  session.one(
    sql`
      insert into platform.feature_flags (name, value, organization_id, user_id, updated_at)
      values
        (${flag.name}, ${JSON.stringify(flag.value)}::jsonb, ${flag.organizationId}, ${flag.userId},
         ${flag.at})
      on conflict (name, organization_id, user_id) do update set
        value = excluded.value, updated_at = excluded.updated_at
      returning id`,
    z.object({ id: z.uuid() }),
  )

export const removeFlag = (session: Session, id: string) =>
  session.maybe(
    sql`delete from platform.feature_flags where id = ${id} returning name`,
    z.object({ name: z.string() }),
  )

export const hasProfile = async (session: Session, userId: string): Promise<boolean> =>
  (await session.run(sql`select from platform.profiles where user_id = ${userId}`)) === 1

/** Limits a person's rows: beyond `most`, only existing rows are counted. */
export const countSighting = (
  session: Session,
  sighting: { userId: string; name: string; value: FlagValue; at: Date; most: number },
) =>
  session.run(sql`
    insert into platform.feature_flag_sightings as s
      (user_id, name, value, first_seen_at, last_seen_at)
    select ${sighting.userId}, ${sighting.name}, ${JSON.stringify(sighting.value)}::jsonb,
           ${sighting.at}::timestamptz, ${sighting.at}::timestamptz
    where (
        select count(*) from platform.feature_flag_sightings where user_id = ${sighting.userId}
      ) < ${sighting.most}
      or exists (
        select from platform.feature_flag_sightings
        where user_id = ${sighting.userId} and name = ${sighting.name}
          and value = ${JSON.stringify(sighting.value)}::jsonb
      )
    on conflict (user_id, name, value) do update set
      count = s.count + 1, last_seen_at = excluded.last_seen_at`)
