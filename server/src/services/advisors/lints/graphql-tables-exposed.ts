import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isExposedRelation } from '../catalog-sql.ts'
import { defineLint, type Lint } from '../lint.ts'

/** The names that a finding lists; the others are counted. */
const SHOWN = 5

/** One finding per schema: in a schema with this access, every table has the fault. */
const exposedTo = (role: 'anon' | 'authenticated', texts: { who: string; advice: string }): Lint =>
  defineLint({
    name: `pg_graphql_${role}_table_exposed`,
    title: `Tables in the GraphQL schema of ${texts.who}`,
    category: 'security',
    level: 'WARN',
    description: `The GraphQL schema shows tables to ${texts.who}.`,
    why: 'Introspection reveals the names and columns of these tables, even of those whose rows are protected by policies.',
    remedy: [
      texts.advice,
      'If clients use these tables, or the names are no secret, ignore the finding or the rule.',
    ],
    facts: z.object({ names: z.array(z.string()), count: z.int() }),
    find: (scope) => sql`
      select 'schema' as kind, n.nspname::text as schema, n.nspname::text as name,
        null::text as "table", null::oid as table_id, array[]::text[] as subject,
        jsonb_build_object(
          'names', to_jsonb((array_agg(c.relname order by c.relname))[1:${SHOWN}::integer]),
          'count', count(*)) as facts
      from pg_class as c
      join pg_namespace as n on n.oid = c.relnamespace
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
        and ${isExposedRelation(scope)}
        and coalesce(obj_description(n.oid, 'pg_namespace'), '')
          !~ '"introspection"\\s*:\\s*false'
        and has_schema_privilege(${role}::text, n.oid, 'usage')
        and has_any_column_privilege(${role}::text, c.oid, 'select')
      group by n.nspname`,
    detail: ({ name }, { names, count }) =>
      `The GraphQL schema shows ${count === 1 ? '1 table' : `${count} tables`} of ${name} to ${texts.who}: ${names.join(', ')}${count > names.length ? ', …' : ''}.`,
  })

export const graphqlAnonTableExposed = exposedTo('anon', {
  who: 'everyone',
  advice:
    'Revoke SELECT from anon on tables that people need to sign in for, or turn introspection off with a comment on the schema.',
})

export const graphqlAuthenticatedTableExposed = exposedTo('authenticated', {
  who: 'signed-in users',
  advice:
    'Revoke SELECT from authenticated on tables that only your server uses, or turn introspection off with a comment on the schema.',
})
