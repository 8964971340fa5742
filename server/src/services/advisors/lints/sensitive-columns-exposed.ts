import { z } from 'zod'
import { sql } from '../../../postgres/sql.ts'
import { isExposedRelation } from '../catalog-sql.ts'
import { enableRowSecurity } from '../fixes-sql.ts'
import { defineLint, displayName } from '../lint.ts'

/** Names without underscores and hyphens, in lowercase. */
const SENSITIVE = [
  'password',
  'passwd',
  'passwordhash',
  'passwordsalt',
  'secret',
  'clientsecret',
  'apikey',
  'apisecret',
  'accesstoken',
  'refreshtoken',
  'authtoken',
  'sessiontoken',
  'resettoken',
  'privatekey',
  'encryptionkey',
  'otpsecret',
  'totpsecret',
  'recoverycode',
  'recoverycodes',
  'ssn',
  'socialsecuritynumber',
  'taxid',
  'passportnumber',
  'nationalid',
  'driverslicense',
  'creditcard',
  'creditcardnumber',
  'cardnumber',
  'cvv',
  'cvc',
  'iban',
  'bankaccount',
  'accountnumber',
  'routingnumber',
]

export const sensitiveColumnsExposed = defineLint({
  name: 'sensitive_columns_exposed',
  title: 'Sensitive columns readable by clients',
  category: 'security',
  level: 'ERROR',
  description:
    'A table without row level security has columns whose names suggest secrets or personal data.',
  why: 'Anyone with a public key can read these columns of all rows.',
  remedy: [
    'Enable row level security, then create policies for the rows that clients can use.',
    'Move the columns to a table in a schema that the Data API does not serve.',
  ],
  facts: z.object({ columns: z.array(z.string()) }),
  find: (scope) => sql`
    select 'table' as kind, n.nspname::text as schema, c.relname::text as name,
      null::text as "table", c.oid as table_id, array[]::text[] as subject,
      jsonb_build_object('columns', jsonb_agg(a.attname order by a.attnum)) as facts
    from pg_attribute as a
    join pg_class as c on c.oid = a.attrelid
    join pg_namespace as n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p') and not c.relrowsecurity
      and ${isExposedRelation(scope)}
      and regexp_replace(lower(a.attname::text), '[^a-z0-9]', '', 'g') = any (${SENSITIVE}::text[])
      and exists (
        select from unnest(array['anon', 'authenticated']) as r (name)
        where has_schema_privilege(r.name, n.oid, 'usage')
          and has_column_privilege(r.name, c.oid, a.attnum, 'select')
      )
    group by n.nspname, c.relname, c.oid`,
  detail: (row, { columns }) =>
    `Clients can read these columns of ${displayName(row)}: ${columns.join(', ')}.`,
  fix: (row) =>
    enableRowSecurity(
      row,
      'Until you create a policy, only secret keys can read and write the table.',
    ),
})
