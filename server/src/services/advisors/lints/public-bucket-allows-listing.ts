import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { defineLint } from '../lint.ts'

export const publicBucketAllowsListing = defineLint({
  name: 'public_bucket_allows_listing',
  title: 'Clients can list a public bucket',
  category: 'security',
  level: 'WARN',
  description: 'A policy lets clients list all files of a public bucket.',
  why: 'Files of a public bucket can be downloaded without a policy. A policy for SELECT also reveals the names of all files.',
  remedy: [
    'Delete the policy, or restrict it to the folders of the user.',
    'If clients should list all files, ignore the finding.',
  ],
  facts: z.object({ policies: z.array(z.string()) }),
  find: () => sql`
    select 'bucket' as kind, 'storage' as schema, b.id::text as name,
      null::text as "table", null::oid as table_id, array[]::text[] as subject,
      jsonb_build_object('policies', jsonb_agg(p.polname order by p.polname)) as facts
    from storage.buckets as b
    join pg_policy as p on p.polpermissive and p.polcmd in ('r', '*')
    join pg_class as c on c.oid = p.polrelid and c.relname = 'objects'
    join pg_namespace as n on n.oid = c.relnamespace and n.nspname = 'storage'
    where b.public
      and exists (
        select from unnest(p.polroles) as role
        where role = 0
          or role in (select oid from pg_roles where rolname in ('anon', 'authenticated'))
      )
      and pg_get_expr(p.polqual, p.polrelid) in ('true', format('(bucket_id = %L::text)', b.id))
    group by b.id`,
  detail: ({ name }, { policies }) =>
    `Clients can list all files of the public bucket ${name} because of ${policies.join(', ')}.`,
})
