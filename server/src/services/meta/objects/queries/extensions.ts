import { DatabaseExtension } from '@stoa/contract/services/meta/extensions'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'

/** Extensions whose stand-in only lets dumps restore, so lists don't offer them. */
const ACCEPTED_IN_DUMPS = ['pg_stat_statements']

/** Available and installed extensions, by name, with the owner's rights on each. */
export const readExtensions = (tx: Session): Promise<DatabaseExtension[]> =>
  tx.many(
    sql`
      select
        coalesce(a.name, e.extname)::text as name,
        coalesce(obj_description(e.oid, 'pg_extension'), a.comment) as comment,
        a.default_version,
        e.extversion as installed_version,
        e.oid as id,
        n.nspname::text as schema,
        case when not v.relocatable then v.schema end::text as fixed_schema,
        coalesce(v.requires::text[], '{}') as requires,
        coalesce(
          (pg_has_role('pg_database_owner', 'usage') and (v.trusted or not v.superuser)
            or current_setting('is_superuser') = 'on')
            and a.name <> all(${ACCEPTED_IN_DUMPS}::text[]),
          false
        ) as can_install,
        coalesce(pg_has_role(e.extowner, 'usage'), false) as can_change
      from pg_available_extensions a
      full join pg_extension e on e.extname = a.name
      left join pg_namespace n on n.oid = e.extnamespace
      left join pg_available_extension_versions v
        on v.name = a.name and v.version = a.default_version
      order by 1`,
    DatabaseExtension,
  )
