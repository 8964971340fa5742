import { EventTrigger } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'
import { HIDDEN_SCHEMAS, PROTECTED_SCHEMAS } from '../../protected-schemas.ts'

/** Every event trigger by name. Those of the platform call a function in one of its schemas. */
export const readEventTriggers = (tx: Session): Promise<EventTrigger[]> =>
  tx.many(
    sql`
      select
        t.oid as id,
        t.evtname::text as name,
        case
          when exists (
            select from pg_depend d
            where d.classid = 'pg_event_trigger'::regclass and d.objid = t.oid and d.deptype = 'e'
          ) then 'extension'
          when n.nspname = any (${[...PROTECTED_SCHEMAS, ...HIDDEN_SCHEMAS]}::name[]) then 'platform'
          -- A superuser owns every event trigger; members change those with the owner's functions.
          when not pg_has_role(f.proowner, 'usage') then 'owner'
        end as locked_by,
        t.evtevent::text as event,
        coalesce(t.evttags, '{}') as tags,
        n.nspname::text as function_schema,
        f.proname::text as function_name,
        case t.evtenabled
          when 'O' then 'origin'
          when 'D' then 'disabled'
          when 'R' then 'replica'
          when 'A' then 'always'
        end as enabled,
        ${commentOn(sql`'pg_event_trigger'`, sql`t.oid`)}
      from pg_event_trigger t
      join pg_proc f on f.oid = t.evtfoid
      join pg_namespace n on n.oid = f.pronamespace
      order by t.evtname`,
    EventTrigger,
  )
