import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isOwnRelation } from '../catalog-sql.ts'
import { defineLint, displayName } from '../lint.ts'

export const fkeyToAuthUnique = defineLint({
  name: 'fkey_to_auth_unique',
  title: 'Foreign key to a unique column of auth',
  category: 'security',
  level: 'ERROR',
  description:
    'A foreign key refers to a unique constraint of the auth schema instead of a primary key.',
  why: 'The platform can change these constraints in an update, which your foreign key would prevent, so that Auth stops working.',
  remedy: ['Refer to auth.users (id), and join to read other columns.'],
  facts: z.object({ key: z.string(), numbers: z.array(z.int()), target: z.string() }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[k.conname::text] as subject,
      jsonb_build_object(
        'key', k.conname, 'numbers', to_jsonb(k.conkey), 'target', concat('auth.', f.relname)
      ) as facts
    from pg_constraint as k
    join pg_class as c on c.oid = k.conrelid
    join pg_namespace as n on n.oid = c.relnamespace
    join pg_class as f on f.oid = k.confrelid
    join pg_namespace as home on home.oid = f.relnamespace
    join pg_index as i on i.indexrelid = k.conindid
    where k.contype = 'f' and home.nspname = 'auth' and not i.indisprimary
      and ${isOwnRelation(scope)}`,
  detail: (row, { key, target }) =>
    `The foreign key ${key} of ${displayName(row)} refers to a unique column of ${target}.`,
  foreignKey: ({ key, numbers }) => ({ name: key, columns: numbers }),
})
