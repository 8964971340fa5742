import { emptySql, sql, type Sql } from '../../../../postgres/sql.ts'
import { HIDDEN_SCHEMAS, PROTECTED_SCHEMAS } from '../../protected-schemas.ts'

/** The part of a list that is requested. */
export type PageRequest = {
  readonly search?: string | undefined
  readonly limit: number
  readonly offset: number
}

/**
 * A condition for names that contain the search text in any case. The collation of names only
 * ignores the case of ASCII letters.
 */
export const isFound = (name: Sql, { search = '' }: PageRequest): Sql =>
  search === ''
    ? sql`true`
    : sql`strpos(lower((${name}) collate "default"), lower(${search}::text)) > 0`

export const pageSql = ({ limit, offset }: PageRequest): Sql =>
  sql`limit ${limit}::int offset ${offset}::int`

/** A condition for a schema, with alias `n`, that members can see. */
export const isInSchema = (schema: string): Sql =>
  sql`n.nspname = ${schema}::text and n.nspname <> all (${HIDDEN_SCHEMAS}::name[])`

type Lockable = {
  /** The catalogue of the object, such as `pg_proc`. */
  readonly catalogue: Sql
  readonly id: Sql
  readonly owner: Sql
  /** Further cases of the expression, before that of the owner. */
  readonly cases?: Sql
}

/** Why `postgres` cannot change an object of the schema `n`, as the contract's `LockedBy`. */
export const lockedBy = ({ catalogue, id, owner, cases = emptySql }: Lockable): Sql => sql`
  case
    when exists (
      select from pg_depend d
      where d.classid = ${catalogue}::regclass and d.objid = ${id} and d.deptype = 'e'
    ) then 'extension'
    when n.nspname = any (${PROTECTED_SCHEMAS}::name[]) or n.nspname ~ '^pg_' then 'platform'
    ${cases}
    when not pg_has_role(${owner}, 'usage') then 'owner'
  end`
