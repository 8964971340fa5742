import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { RelationKind } from './catalogue.ts'
import { byRef } from './params.ts'

/**
 * Privileges on tables and columns, in the shapes of postgres-meta. A privilege granted on a whole
 * table covers each of its columns, later ones too, and cannot be revoked for a single column.
 */

export const ColumnPrivilege = z.enum(['SELECT', 'INSERT', 'UPDATE', 'REFERENCES'])
export type ColumnPrivilege = z.infer<typeof ColumnPrivilege>

/** The privileges that a request can name: those of a column, or all of them. */
const ColumnPrivilegeOrAll = z.enum(['ALL', ...ColumnPrivilege.options], {
  error: 'not a privilege of a column; choose SELECT, INSERT, UPDATE, REFERENCES or ALL',
})

const TABLE_PRIVILEGES = [
  ...ColumnPrivilege.options,
  'DELETE',
  'TRUNCATE',
  'TRIGGER',
  'MAINTAIN',
] as const

export const TablePrivilegeOrAll = z.enum(['ALL', ...TABLE_PRIVILEGES], {
  error: `not a privilege of a table; choose ${TABLE_PRIVILEGES.join(', ')} or ALL`,
})

const Privilege = z.object({
  grantor: z.string(),
  /** A role; `PUBLIC` means every role. */
  grantee: z.string(),
  /** `SELECT`, `INSERT` … */
  privilege_type: z.string(),
  /** The grantee may pass it on. */
  is_grantable: z.boolean(),
})

export const TablePrivileges = z.object({
  relation_id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  privileges: z.array(Privilege),
})
export type TablePrivileges = z.infer<typeof TablePrivileges>

/** The privileges on a column, whether granted on it or on its whole table. */
export const ColumnPrivileges = z.object({
  /** The table's oid, a full stop and the column's number. */
  column_id: z.string(),
  relation_schema: z.string(),
  relation_name: z.string(),
  column_name: z.string(),
  privileges: z.array(Privilege),
})
export type ColumnPrivileges = z.infer<typeof ColumnPrivileges>

const MOST_LISTED = 10_000
const MOST_CHANGES = 10_000
const LONGEST_NAME = 63

const SchemaList = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.string().max(LONGEST_NAME)))

const ListQuery = z.object({
  /** Includes Postgres's own schemas: `information_schema`, `pg_catalog`. */
  include_system_schemas: z.stringbool().optional(),
  /** Schema names, separated by commas. */
  included_schemas: SchemaList.optional(),
  excluded_schemas: SchemaList.optional(),
  /** Only for one table. */
  relation_id: z.coerce.number().int().min(1).max(4_294_967_295).optional(),
  /** Default and maximum: 10,000. */
  limit: z.coerce.number().int().min(1).max(MOST_LISTED).optional(),
  offset: z.coerce.number().int().min(0).optional(),
})

const ofTables = {
  path: '/platform/pg-meta/{ref}/table-privileges',
  params: byRef,
  response: z.array(TablePrivileges),
} as const

const ofColumns = {
  path: '/platform/pg-meta/{ref}/column-privileges',
  params: byRef,
  response: z.array(ColumnPrivileges),
} as const

/** By schema and name. */
export const listTablePrivileges = endpoint({
  ...ofTables,
  method: 'GET',
  access: 'database:read',
  query: ListQuery,
})

/** By schema, table and position in it. */
export const listColumnPrivileges = endpoint({
  ...ofColumns,
  method: 'GET',
  access: 'database:read',
  query: ListQuery,
})

const Grantee = z.string().min(1).max(LONGEST_NAME)

const TableRevoke = z.object({
  relation_id: z.int(),
  grantee: Grantee,
  privilege_type: TablePrivilegeOrAll,
})
const TableGrant = TableRevoke.extend({ is_grantable: z.boolean().optional() })

const ColumnRevoke = z.object({
  column_id: z.string().regex(/^[1-9]\d{0,9}\.[1-9]\d{0,3}$/, {
    error: 'not a column ID; use the OID of its table, a period and the number of the column',
  }),
  grantee: Grantee,
  privilege_type: ColumnPrivilegeOrAll,
})
const ColumnGrant = ColumnRevoke.extend({ is_grantable: z.boolean().optional() })

export type TableGrant = z.infer<typeof TableGrant>
export type ColumnGrant = z.infer<typeof ColumnGrant>

const changes = <Change extends z.core.$ZodType>(one: Change) =>
  z.array(one).min(1).max(MOST_CHANGES)

/**
 * Grants privileges on tables, all of them or none, and returns these tables. 404
 * `table_not_found`, `role_not_found`; 403 `schema_protected`, `permission_denied`.
 */
export const grantTablePrivileges = endpoint({
  ...ofTables,
  method: 'POST',
  access: 'database:write',
  body: changes(TableGrant),
})

/**
 * Revokes privileges on tables, all of them or none. As in Postgres, this also revokes them on
 * single columns. 409 `privilege_remains` if another role had granted one.
 */
export const revokeTablePrivileges = endpoint({
  ...ofTables,
  method: 'DELETE',
  access: 'database:write',
  body: changes(TableRevoke),
})

/** Same as for tables; also 404 `column_not_found`. */
export const grantColumnPrivileges = endpoint({
  ...ofColumns,
  method: 'POST',
  access: 'database:write',
  body: changes(ColumnGrant),
})

/**
 * Same as for tables. 409 `table_privilege_remains` if the privilege is granted on the whole table
 * and therefore on every column, a case that Postgres itself ignores silently.
 */
export const revokeColumnPrivileges = endpoint({
  ...ofColumns,
  method: 'DELETE',
  access: 'database:write',
  body: changes(ColumnRevoke),
})

export const PrivilegeChange = z.object({
  /** The privileges to revoke, before any are granted. */
  revoke: z.object({
    tables: z.array(TableRevoke).max(MOST_CHANGES).default([]),
    columns: z.array(ColumnRevoke).max(MOST_CHANGES).default([]),
  }),
  grant: z.object({
    tables: z.array(TableGrant).max(MOST_CHANGES).default([]),
    columns: z.array(ColumnGrant).max(MOST_CHANGES).default([]),
  }),
})
export type PrivilegeChange = z.infer<typeof PrivilegeChange>

/** One privilege of a role as a form showed it: on the whole table, or on the listed columns. */
const ShownPrivilege = z.object({
  relation_id: z.int(),
  grantee: z.string(),
  privilege_type: ColumnPrivilege,
  whole: z.boolean(),
  columns: z.array(z.string()).max(MOST_CHANGES),
})
export type ShownPrivilege = z.infer<typeof ShownPrivilege>

export const GuardedPrivilegeChange = PrivilegeChange.extend({
  replaces: z.array(ShownPrivilege).max(MOST_CHANGES).optional(),
})
export type GuardedPrivilegeChange = z.infer<typeof GuardedPrivilegeChange>

/**
 * Revokes and grants in one transaction, so that a privilege on a whole table can become one on
 * some of its columns without a gap. Returns the SQL in the order it runs; with `dry_run`, nothing
 * changes. Same errors as the four above, and 409 `definition_changed` if a privilege in `replaces`
 * has changed.
 */
export const changePrivileges = endpoint({
  method: 'PATCH',
  path: '/platform/pg-meta/{ref}/column-privileges',
  access: 'database:write',
  params: byRef,
  body: GuardedPrivilegeChange.extend({ dry_run: z.boolean().default(false) }),
  response: z.object({ statements: z.array(z.string()) }),
})

export const DatabaseRole = z.object({
  id: z.int(),
  name: z.string(),
  /** A superuser bypasses all privilege checks. */
  is_superuser: z.boolean(),
  /** Row level security does not apply to it. */
  can_bypass_rls: z.boolean(),
  can_login: z.boolean(),
  can_create_db: z.boolean(),
  can_create_role: z.boolean(),
  is_replication_role: z.boolean(),
  /** -1 for no limit. */
  connection_limit: z.int(),
  active_connections: z.int(),
  /** Belongs to the platform, whose services depend on it. */
  is_managed: z.boolean(),
  /** Whether `postgres` can change and drop it. */
  can_change: z.boolean(),
  /** Roles whose privileges it also has, directly or indirectly, by name; none for a superuser. */
  inherits_from: z.array(z.string()),
  comment: z.string().nullable(),
})
export type DatabaseRole = z.infer<typeof DatabaseRole>

/** The database's roles by name, without those of Postgres itself (`pg_…`). */
export const listRoles = endpoint({
  method: 'GET',
  path: '/platform/pg-meta/{ref}/roles',
  access: 'database:read',
  params: byRef,
  response: z.array(DatabaseRole),
})
