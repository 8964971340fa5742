import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'

declare module '../../platform/permissions.ts' {
  // oxlint-disable-next-line typescript/consistent-type-definitions -- A service adds its permissions by merging interfaces.
  interface Permissions {
    /** List a project's foreign servers and their tables. */
    'wrappers:read': true
    /** Create, change, test, and delete foreign servers, and import their tables. */
    'wrappers:write': true
  }
}

/** Maximum foreign servers per project. */
export const MAX_FOREIGN_SERVERS = 20
/** How many tables of another server a list contains at most. */
export const MAX_REMOTE_TABLES = 5000
/** Maximum tables per import. */
export const MAX_IMPORTED_TABLES = 500

/**
 * `disable`: no encryption. `require`: encryption without a check of the certificate. `verify-full`:
 * the certificate must be signed by a known authority for this host.
 */
export const TlsMode = z.enum(['disable', 'require', 'verify-full'])
export type TlsMode = z.infer<typeof TlsMode>

const Name = z
  .string()
  .min(1)
  .max(63)
  .refine((name) => !name.includes('\0'), { message: 'NUL is not allowed.' })

const Text = z
  .string()
  .min(1)
  .max(200)
  .refine((text) => !text.includes('\0'), { message: 'NUL is not allowed.' })

const Connection = z.object({
  /** A host name or an IP address. */
  host: z
    .string()
    .trim()
    .max(253)
    .regex(/^(?:[\w.-]+|\[?[\da-fA-F:.]+\]?)$/, 'Enter a host name or an IP address.'),
  port: z.int().min(1).max(65_535),
  database: Text,
  user: Text,
  tls: TlsMode,
  /**
   * The certificates, in PEM, of the authorities that sign the server's certificate; null for the
   * public ones.
   */
  ca_certificate: z.string().max(65_536).nullable(),
  /** Whether rows of foreign tables can be inserted, updated, and deleted. */
  is_writable: z.boolean(),
})

const Password = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => !text.includes('\0'), { message: 'NUL is not allowed.' })

/** A new password, which is stored in the vault, or the id of an existing secret. */
export const Credential = z.union([
  z.strictObject({ password: Password }),
  z.strictObject({ secret_id: z.uuid() }),
])
export type ForeignCredential = z.infer<typeof Credential>

/** A foreign table or a view. */
export const TableName = z.object({ schema: z.string(), name: z.string() })
export type TableName = z.infer<typeof TableName>

export const ForeignTable = TableName.extend({
  remote_schema: z.string(),
  remote_name: z.string(),
  /** Roles of API requests that can read the table. Row level security does not apply to it. */
  api_roles: z.array(z.string()),
})
export type ForeignTable = z.infer<typeof ForeignTable>

export const ForeignServer = Connection.extend({
  id: z.string(),
  /** The name in SQL. */
  name: z.string(),
  secret: z.object({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Whether the server can be used; if not, the password has to be saved again. */
  is_connected: z.boolean(),
  /** Roles with a user mapping of their own, which does not let them connect. */
  mapped_roles: z.array(z.string()),
  /** The statements that drop these user mappings. */
  unmap_sql: z.string(),
  /** The statements that import the tables of a remote schema, for a person to edit and run. */
  import_sql: z.string(),
  tables: z.array(ForeignTable),
  /** Views on the tables. */
  views: z.array(TableName),
  created_at: z.string(),
})
export type ForeignServer = z.infer<typeof ForeignServer>

const byRef = z.object({ ref: z.string() })
const byId = byRef.extend({ id: z.uuid() })
const path = '/platform/wrappers/{ref}/servers'

export const listForeignServers = endpoint({
  method: 'GET',
  path,
  access: 'wrappers:read',
  params: byRef,
  response: z.object({
    servers: z.array(ForeignServer),
    /** Whether the Postgres of the project has postgres_fdw. */
    has_postgres_fdw: z.boolean(),
  }),
})

/** Connects to the other server first, and creates nothing if that fails. */
export const createForeignServer = endpoint({
  method: 'POST',
  path,
  access: 'wrappers:write',
  params: byRef,
  body: Connection.extend({
    name: z
      .string()
      .regex(/^[A-Za-z_]\w{0,62}$/, 'A name has up to 63 letters, digits, and underscores.'),
    credential: Credential,
  }),
  response: ForeignServer,
  status: 201,
})

/** The values of a server that a form showed before the change. */
export const ReplacedServer = Connection

/**
 * Connects with the changed settings first, and changes nothing if that fails. With `replaces`, 409
 * `definition_changed` if the server no longer has these values.
 */
export const updateForeignServer = endpoint({
  method: 'PATCH',
  path: `${path}/{id}`,
  access: 'wrappers:write',
  params: byId,
  body: Connection.partial().extend({
    credential: Credential.optional(),
    replaces: ReplacedServer.optional(),
  }),
  response: ForeignServer,
})

/**
 * If it has foreign tables, `cascade` must confirm that they and the views on them are deleted,
 * too.
 */
export const deleteForeignServer = endpoint({
  method: 'DELETE',
  path: `${path}/{id}`,
  access: 'wrappers:write',
  params: byId,
  query: z.object({ cascade: z.stringbool().default(false) }),
  response: z.object({}),
})

/** Connects and signs in. */
export const testForeignServer = endpoint({
  method: 'POST',
  path: `${path}/{id}/test`,
  access: 'wrappers:write',
  params: byId,
  response: z.object({ version: z.string().nullable(), milliseconds: z.int() }),
})

/** The tables and views of the other server, by schema and name. */
export const listRemoteTables = endpoint({
  method: 'GET',
  path: `${path}/{id}/remote-tables`,
  access: 'wrappers:write',
  params: byId,
  response: z.array(TableName),
})

/** Creates foreign tables, in a schema that is created if it does not exist. All or none. */
export const importForeignTables = endpoint({
  method: 'POST',
  path: `${path}/{id}/import`,
  access: 'wrappers:write',
  params: byId,
  body: z.object({
    remote_schema: Name,
    tables: z.array(Name).min(1).max(MAX_IMPORTED_TABLES),
    /** The schema of the project that the foreign tables are created in. */
    schema: Name,
  }),
  response: z.object({ tables: z.array(TableName) }),
})
