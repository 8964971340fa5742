import type { CustomType, DatabaseView } from '@stoa/contract/services/meta/objects'
import { qualified, quoted } from '../../lib/sql-names.ts'

/** Statements that open in an SQL editor, where the person who runs them changes them. */

type Named = { schema: string; name: string }

/** The text that a new function starts with. */
export const newFunctionSql = (schema: string): string =>
  `create function ${qualified({ schema, name: 'new_function' })}(name text)
returns text
language plpgsql
stable
security invoker
set search_path = ''
as $$
begin
  return 'Hello, ' || name;
end;
$$;
`

type NamedCustomType = Named & Pick<CustomType, 'kind'>

/** The statement that creates a domain, composite type or range type. */
export const customTypeSql = (type: NamedCustomType & Pick<CustomType, 'definition'>): string =>
  `create ${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)} as ${type.definition};`

export const newDomainSql = (schema: string): string =>
  `create domain ${qualified({ schema, name: 'new_domain' })} as text
  constraint not_empty check (value <> '');
`

export const newCompositeTypeSql = (schema: string): string =>
  `create type ${qualified({ schema, name: 'new_type' })} as (
  name text,
  amount numeric
);
`

/** The initial draft for changing a type, because Postgres cannot replace a type as a whole. */
export const changeCustomTypeSql = (type: NamedCustomType): string =>
  `alter ${type.kind === 'domain' ? 'domain' : 'type'} ${qualified(type)}
  ${CUSTOM_TYPE_CHANGES[type.kind]};
`

const CUSTOM_TYPE_CHANGES = {
  domain: 'add constraint new_rule check (value is not null)',
  composite: 'add attribute new_attribute text',
  range: 'rename to new_name',
}

/** The text that a new view starts with. */
export const newViewSql = (schema: string): string =>
  `create view ${qualified({ schema, name: 'new_view' })}
with (security_invoker = true) as
select 1 as example;
`

type NamedView = Pick<DatabaseView, 'schema' | 'name' | 'query' | 'options' | 'is_materialized'>

/** The statement that creates a view. A view that is not materialized is replaced. */
export function viewSql(view: NamedView): string {
  const verb = view.is_materialized ? 'create materialized view' : 'create or replace view'
  const options = view.options === null ? '' : ` with (${view.options})`
  return `${verb} ${qualified(view)}${options} as\n${view.query ?? ''}`
}

/** The statement that installs an extension, for people who run it themselves. */
export const createExtensionSql = (name: string, schema: string): string =>
  `create extension ${quoted(name)} with schema ${quoted(schema)} cascade;`
