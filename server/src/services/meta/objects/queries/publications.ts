import { Publication } from '@stoa/contract/services/meta/objects'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'
import { commentOn } from '../../catalogue/sql-parts.ts'

/** Every publication of the database by name, with its tables and operations. */
export const readPublications = (tx: Session): Promise<Publication[]> =>
  tx.many(
    sql`
      select
        p.oid as id,
        p.pubname::text as name,
        pg_get_userbyid(p.pubowner)::text as owner,
        case when not pg_has_role(p.pubowner, 'usage') then 'owner' end as locked_by,
        p.puballtables as is_for_all_tables,
        p.pubinsert as publishes_insert,
        p.pubupdate as publishes_update,
        p.pubdelete as publishes_delete,
        p.pubtruncate as publishes_truncate,
        array(
          select n.nspname::text
          from pg_publication_namespace s
          join pg_namespace n on n.oid = s.pnnspid
          where s.pnpubid = p.oid
          order by n.nspname
        ) as schemas,
        coalesce((
          select json_agg(r.prrelid::bigint) from pg_publication_rel r where r.prpubid = p.oid
        ), '[]') as tables,
        ${commentOn(sql`'pg_publication'`, sql`p.oid`)}
      from pg_publication p
      order by p.pubname`,
    Publication,
  )
