import type { SqlDraft } from '@stoa/contract/services/meta/sql-drafts'
import { joinSql, sql, statementText, type Sql } from '../../../postgres/sql.ts'
import { nameSql, qualifiedSql, tableSql } from '../object-changes/name-sql.ts'
import { alterPolicy } from '../object-changes/table-object-sql.ts'
import { templateSql } from './policy-condition-sql.ts'

/** SQL that a person reads, copies or edits before it runs. */
export const draftText = (draft: SqlDraft): string =>
  draft.kind === 'edit_trigger' ? triggerText(draft) : statementText(draftSql(draft))

function draftSql(draft: Exclude<SqlDraft, DraftOf<'edit_trigger'>>): Sql {
  switch (draft.kind) {
    case 'policy_condition':
      return templateSql(draft.condition)
    case 'new_function':
      return newFunction(draft.schema)
    case 'new_view':
      return sql`create view ${qualifiedSql({ schema: draft.schema, name: 'new_view' })}
with (security_invoker = true) as
select 1 as example;
`
    case 'new_domain':
      return sql`create domain ${qualifiedSql({ schema: draft.schema, name: 'new_domain' })} as text
  constraint not_empty check (value <> '');
`
    case 'new_composite_type':
      return sql`create type ${qualifiedSql({ schema: draft.schema, name: 'new_type' })} as (
  name text,
  amount numeric
);
`
    case 'change_type':
      return changeType(draft)
    case 'edit_policy':
      return editPolicy(draft)
    case 'hook_privileges':
      return hookPrivileges(draft)
  }
}

const newFunction = (schema: string): Sql =>
  sql`create function ${qualifiedSql({ schema, name: 'new_function' })}(name text)
returns text
language plpgsql
stable
security invoker
set search_path = pg_catalog, pg_temp
as $$
begin
  return 'Hello, ' || name;
end;
$$;
`

type DraftOf<Kind extends SqlDraft['kind']> = Extract<SqlDraft, { kind: Kind }>

const EXAMPLES = {
  domain: sql`add constraint new_rule check (value is not null)`,
  composite: sql`add attribute new_attribute text`,
  range: sql`rename to new_name`,
}

const changeType = (draft: DraftOf<'change_type'>): Sql =>
  sql`alter ${draft.type === 'domain' ? sql`domain` : sql`type`} ${qualifiedSql(draft)}
  ${EXAMPLES[draft.type]};
`

function editPolicy({ schema, table, name, roles, using, check }: DraftOf<'edit_policy'>): Sql {
  const change = {
    roles,
    ...(using !== null && { using }),
    ...(check !== null && { check }),
  }
  return sql`${joinSql(alterPolicy({ kind: 'alter_policy', schema, table, name, change }), ';\n')};
`
}

const PLAIN_TRIGGER = /^create trigger/i

/** The database has written the definition, of which only the first words change. */
function triggerText({ definition, ...trigger }: DraftOf<'edit_trigger'>): string {
  if (PLAIN_TRIGGER.test(definition))
    return `${definition.replace(PLAIN_TRIGGER, 'create or replace trigger')};\n`
  const drop = sql`drop trigger ${nameSql(trigger.name)} on ${tableSql(trigger)}`
  return `${statementText(drop)};\n${definition};\n`
}

/** Only the auth service calls the function of a hook. Clients of the API must not. */
const hookPrivileges = (hook: DraftOf<'hook_privileges'>): Sql => {
  const name = qualifiedSql(hook)
  return joinSql(
    [
      sql`grant usage on schema ${nameSql(hook.schema)} to supabase_auth_admin;`,
      sql`grant execute on function ${name} to supabase_auth_admin;`,
      sql`revoke execute on function ${name} from public, anon, authenticated;`,
    ],
    '\n',
  )
}
