import { sql } from '../../../postgres/sql.ts'
import { defineLint, NoFacts } from '../lint.ts'

export const insecureQueueExposedInApi = defineLint({
  name: 'insecure_queue_exposed_in_api',
  title: 'Queue without row level security',
  category: 'security',
  level: 'ERROR',
  description: 'Clients can use a queue on whose table row level security is disabled.',
  why: 'Anyone with a public key can read, send, and delete messages, as far as the queue’s privileges allow.',
  remedy: [
    'Enable row level security on the queue, then create policies for the roles that use it.',
    'Or disable access to queues through the Data API.',
  ],
  facts: NoFacts,
  find: (scope) => sql`
    select 'queue' as kind, n.nspname::text as schema,
      substr(c.relname::text, 3) as name, null::text as "table", c.oid as table_id,
      array[]::text[] as subject, null::jsonb as facts
    from pg_class as c
    join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'pgmq' and c.relkind in ('r', 'p') and c.relname like 'q\\_%'
      and not c.relrowsecurity and 'pgmq_public' = any (${[...scope.exposed]}::text[])
      and exists (
        select from unnest(array['anon', 'authenticated']) as r (name)
        where has_table_privilege(r.name, c.oid, 'select, insert, update, delete')
      )`,
  detail: ({ name }) => `Row level security is disabled on the queue ${name}.`,
})
