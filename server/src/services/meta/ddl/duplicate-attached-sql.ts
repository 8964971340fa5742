import type { Policy, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import {
  emptySql,
  ident,
  joinSql,
  quoteIdent,
  rawSql,
  sql,
  type Sql,
} from '../../../postgres/sql.ts'
import { PROTECTED_SCHEMAS } from '../protected-schemas.ts'
import { withQualifiedNames } from '../session.ts'
import { scanSql } from '../sql-text.ts'
import { commentSql } from './column-sql.ts'
import { parseExpression } from './expression.ts'

type Source = Pick<TableDetail, 'id' | 'schema' | 'name' | 'policies'>

/** The statements that give a copy of a table the policies of the original. */
export function copiedPolicies(table: Source, name: string): Sql[] {
  const copy = ident(table.schema, name)
  return table.policies.flatMap((policy) => [
    policySql(policy, { from: table.name, to: name, copy }),
    ...(policy.comment === null
      ? []
      : [sql`comment on policy ${ident(policy.name)} on ${copy} is ${commentSql(policy.comment)}`]),
  ])
}

type Renaming = { readonly from: string; readonly to: string; readonly copy: Sql }

function policySql(policy: Policy, { from, to, copy }: Renaming): Sql {
  const condition = (keyword: Sql, text: string | null) =>
    text === null
      ? emptySql
      : sql`\n${keyword} ${parseExpression(withTableRenamed(text, from, to))}`
  const roles = joinSql(policy.roles.map((role) => (role === 'public' ? sql`public` : ident(role))))
  return sql`create policy ${ident(policy.name)}
on ${copy} as ${policy.is_permissive ? sql`permissive` : sql`restrictive`}
for ${rawSql(policy.command.toLowerCase())} to ${roles}${condition(sql`using`, policy.using)}${condition(sql`with check`, policy.check)}`
}

/**
 * An expression that Postgres printed, for a table of another name. In a subquery, it names the
 * columns of the policy's table with that table: `orders.customer_id`.
 */
export function withTableRenamed(text: string, from: string, to: string): string {
  let result = ''
  let end = 0
  let before = ''
  for (const token of scanSql(text)) {
    const written = token.kind === 'word' ? from : quoteIdent(from)
    const isName =
      (token.kind === 'word' && token.text === from) ||
      (token.kind === 'quoted' && text.startsWith(written, token.start))
    if (isName && before !== '.' && text.charAt(token.start + written.length) === '.') {
      result += text.slice(end, token.start) + quoteIdent(to)
      end = token.start + written.length
    }
    before = token.kind === 'symbol' ? token.text : ''
  }
  return result + text.slice(end)
}

const Trigger = z.object({ definition: z.string(), state: z.string().nullable() })

/**
 * The statements that give a copy of a table the triggers of the original, with their states.
 * Triggers of the platform's functions are left out: those of webhooks contain secrets.
 */
export async function copiedTriggers(tx: Session, table: Source, name: string): Promise<Sql[]> {
  const copy = quoteIdent(table.schema, name)
  const found = await withQualifiedNames(tx, () =>
    tx.many(
      sql`
        select
          overlay(
            pg_get_triggerdef(t.oid) placing ' ON ' || ${copy}::text || ' '
            from strpos(pg_get_triggerdef(t.oid), ' ON ' || t.tgrelid::regclass::text || ' ')
            for length(' ON ' || t.tgrelid::regclass::text || ' ')
          ) as definition,
          case t.tgenabled
            when 'D' then format('disable trigger %I', t.tgname)
            when 'R' then format('enable replica trigger %I', t.tgname)
            when 'A' then format('enable always trigger %I', t.tgname)
          end as state
        from pg_trigger t
        join pg_proc p on p.oid = t.tgfoid
        join pg_namespace n on n.oid = p.pronamespace
        where t.tgrelid = ${String(table.id)}::oid and not t.tgisinternal and t.tgparentid = 0
          and n.nspname <> all (${[...PROTECTED_SCHEMAS]}::text[])
        order by t.tgname`,
      Trigger,
    ),
  )
  return found.flatMap(({ definition, state }) => [
    rawSql(definition),
    ...(state === null ? [] : [sql`alter table ${rawSql(copy)} ${rawSql(state)}`]),
  ])
}
