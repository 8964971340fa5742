import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Policy } from './catalogue.ts'
import { change, InSchema } from './change-shape.ts'
import { LastRun } from './ddl.ts'
import { DatabaseTrigger } from './objects.ts'
import { byRef, Identifier } from './params.ts'
import { PARTITION_CHANGES } from './partitions.ts'
import { ChannelMessages, Expression, PolicyCondition } from './policy-conditions.ts'
import { Replaced } from './query.ts'
import { TABLE_SETTING_CHANGES } from './table-settings.ts'

/** Changes of database objects as values. The server writes their SQL. */

const LARGEST_OID = 4_294_967_295
const MOST_ITEMS = 10_000

const Oid = z.int().min(1).max(LARGEST_OID)
const Comment = z.string().max(100_000).nullable()

const OnTable = z.object({ schema: Identifier, table: Identifier, name: Identifier })
const ByName = z.object({ name: Identifier })

const FunctionAddress = z.object({ type: z.literal('function'), id: Oid })
const ViewAddress = InSchema.extend({ type: z.literal('view'), is_materialized: z.boolean() })
const TriggerAddress = OnTable.extend({ type: z.literal('trigger') })
const PolicyAddress = OnTable.extend({ type: z.literal('policy') })
/** An enumerated, composite or range type, or a domain. */
const TypeAddress = InSchema.extend({ type: z.literal('type'), is_domain: z.boolean() })
const SequenceAddress = InSchema.extend({ type: z.literal('sequence') })
const IndexAddress = InSchema.extend({ type: z.literal('index') })
const SchemaAddress = ByName.extend({ type: z.literal('schema') })
const ExtensionAddress = ByName.extend({ type: z.literal('extension') })
const PublicationAddress = ByName.extend({ type: z.literal('publication') })
const RoleAddress = ByName.extend({ type: z.literal('role') })

/** An object of the database. */
export const ObjectAddress = z.discriminatedUnion('type', [
  FunctionAddress,
  ViewAddress,
  TriggerAddress,
  PolicyAddress,
  TypeAddress,
  SequenceAddress,
  IndexAddress,
  SchemaAddress,
  ExtensionAddress,
  PublicationAddress,
  RoleAddress,
])
export type ObjectAddress = z.infer<typeof ObjectAddress>

/** An object that is dropped with nothing to choose but `cascade`. */
const DroppedAddress = z.discriminatedUnion('type', [
  FunctionAddress,
  ViewAddress,
  TriggerAddress,
  PolicyAddress,
  TypeAddress,
  SequenceAddress,
  SchemaAddress,
  ExtensionAddress,
  PublicationAddress,
])

export const IndexMethod = z.enum(['btree', 'hash', 'gin', 'gist', 'spgist', 'brin'])
export const TriggerTiming = z.enum(['before', 'after', 'instead of'])
export const TriggerEvent = z.enum(['insert', 'update', 'delete', 'truncate'])
export const PublishedOperation = z.enum(['insert', 'update', 'delete', 'truncate'])
export type PublishedOperation = z.infer<typeof PublishedOperation>

/**
 * The password of a role. The server sends Postgres only its SCRAM verifier. Other characters would
 * need a preparation that not every client does in the same way.
 */
export const RolePassword = z
  .string()
  .min(1)
  .max(1000)
  .regex(
    /^[\x20-\x7e]*$/,
    'Use only ASCII characters: clients encode others differently, so some could not sign in.',
  )

const RoleAttributes = {
  can_login: z.boolean().optional(),
  can_create_db: z.boolean().optional(),
  can_create_role: z.boolean().optional(),
  can_bypass_rls: z.boolean().optional(),
  /** Unchanged if left out. */
  password: RolePassword.optional(),
}

const NewPolicy = z.object({
  name: Identifier,
  command: Policy.shape.command,
  is_restrictive: z.boolean().default(false),
  /** `public` means every role. */
  roles: z.array(Identifier).min(1).max(1000),
  using: PolicyCondition.nullable(),
  check: PolicyCondition.nullable(),
  /** For a policy on `realtime.messages`: the messages that both conditions are limited to. */
  messages: ChannelMessages.optional(),
})

const PolicyChange = z.object({
  name: Identifier.optional(),
  roles: z.array(Identifier).min(1).max(1000).optional(),
  using: Expression.optional(),
  check: Expression.optional(),
})

/**
 * The events that members can react to. Triggers on `ddl_command_start` and `login` could run with
 * more rights than their owner's.
 */
export const EventTriggerEvent = z.enum(['ddl_command_end', 'sql_drop', 'table_rewrite'])
export type EventTriggerEvent = z.infer<typeof EventTriggerEvent>

const CommandTag = z
  .string()
  .max(63)
  .regex(/^[A-Z]+(?: [A-Z]+)*$/, 'is not a command tag')

/** One change of a database object. */
export const ObjectChange = z.discriminatedUnion('kind', [
  change('comment', { object: ObjectAddress, comment: Comment }),
  change('rename', { object: ObjectAddress, name: Identifier }),
  change('drop', { object: DroppedAddress, cascade: z.boolean() }),
  change('create_index', {
    table: InSchema,
    /** Null if Postgres chooses it. */
    name: Identifier.nullable(),
    method: IndexMethod,
    columns: z.array(Identifier).max(32),
    /** Indexed after the columns. */
    expressions: z.array(Expression).max(32).optional(),
    /** Stored in the index without being searched. */
    include: z.array(Identifier).max(32).optional(),
    is_unique: z.boolean(),
    /** For a unique index: one NULL instead of any number. */
    nulls_not_distinct: z.boolean().optional(),
    /** Without blocking writes to the table, outside of a transaction. */
    is_concurrent: z.boolean(),
    /** Which rows are in the index; all if null. */
    condition: Expression.nullable(),
  }),
  change('drop_index', {
    ...InSchema.shape,
    cascade: z.boolean(),
    /** Only without `cascade`, because Postgres drops nothing else along concurrently. */
    is_concurrent: z.boolean(),
  }),
  /**
   * Makes a constraint of a unique index, which keeps its name. Nothing is built again; a primary key
   * reads the rows if one of its columns can be NULL.
   */
  change('constraint_from_index', {
    table: InSchema,
    index: Identifier,
    constraint: z.enum(['primary_key', 'unique']),
  }),
  change('create_trigger', {
    table: InSchema,
    name: Identifier,
    timing: TriggerTiming,
    events: z.array(TriggerEvent).min(1).max(4),
    level: z.enum(['row', 'statement']),
    function: InSchema,
    /** When it fires; always if null. */
    condition: Expression.nullable(),
  }),
  change('enable_trigger', { ...OnTable.shape, is_enabled: z.boolean() }),
  change('create_enum', {
    ...InSchema.shape,
    values: z.array(z.string().max(63)).max(MOST_ITEMS),
  }),
  change('add_enum_value', {
    ...InSchema.shape,
    value: z.string().max(63),
    /** The value that it is added before; at the end if null. */
    before: z.string().max(63).nullable(),
  }),
  change('rename_enum_value', {
    ...InSchema.shape,
    value: z.string().max(63),
    new_value: z.string().max(63),
  }),
  change('create_extension', {
    ...ByName.shape,
    /** Null for the schema that the extension prescribes. */
    schema: Identifier.nullable(),
    /** Installs the extensions that it requires. */
    cascade: z.boolean(),
  }),
  change('update_extension', ByName.shape),
  change('create_publication', {
    ...ByName.shape,
    operations: z.array(PublishedOperation).min(1).max(4),
  }),
  change('change_publication_tables', {
    ...ByName.shape,
    add: z.array(InSchema).max(MOST_ITEMS),
    drop: z.array(InSchema).max(MOST_ITEMS),
  }),
  change('create_sequence', InSchema.shape),
  change('restart_sequence', { ...InSchema.shape, next: z.string().regex(/^-?\d{1,19}$/) }),
  change('create_schema', ByName.shape),
  change('create_role', { ...ByName.shape, ...RoleAttributes }),
  change('alter_role', { ...ByName.shape, ...RoleAttributes }),
  change('drop_role', {
    ...ByName.shape,
    /** Transfers what it owns to `postgres` first, and revokes its privileges. */
    transfers_objects: z.boolean(),
  }),
  change('refresh_view', InSchema.shape),
  change('set_row_security', { ...InSchema.shape, is_enabled: z.boolean() }),
  /** Enables row level security on several tables. */
  change('secure_tables', { tables: z.array(InSchema).min(1).max(MOST_ITEMS) }),
  change('create_policies', { table: InSchema, policies: z.array(NewPolicy).min(1).max(100) }),
  change('alter_policy', { ...OnTable.shape, change: PolicyChange }),
  /**
   * Creates an event trigger, which Postgres itself allows only superusers. 409 `event_trigger_unsupported`
   * before Postgres 17, 400 `function_not_allowed` for a function that does not return
   * `event_trigger` or that the owner of the database does not own.
   */
  change('create_event_trigger', {
    ...ByName.shape,
    event: EventTriggerEvent,
    /** The commands that it runs for, such as `CREATE TABLE`; empty for all. */
    tags: z.array(CommandTag).max(100),
    function: InSchema,
  }),
  /** 404 `event_trigger_not_found`, 403 `event_trigger_protected` for one of another owner. */
  change('alter_event_trigger', {
    id: Oid,
    change: z.object({
      name: Identifier.optional(),
      enabled: DatabaseTrigger.shape.enabled.optional(),
      comment: Comment.optional(),
    }),
  }),
  change('drop_event_trigger', { id: Oid }),
  change('set_parameter', {
    name: z.string().min(1).max(200),
    /** The role whose new sessions get the value; null for all sessions of the database. */
    role: Identifier.nullable(),
    /** Null removes what is set. */
    value: z.string().max(10_000).nullable(),
  }),
  ...PARTITION_CHANGES,
  ...TABLE_SETTING_CHANGES,
])
export type ObjectChange = z.infer<typeof ObjectChange>

/**
 * Changes an object as `postgres` and records the change as a migration, except for roles, refreshes
 * and maintenance, which are no part of the database's definition. With `dry_run`, nothing runs: the
 * response shows what would, with a placeholder for a password. With `replaces`, 409
 * `definition_changed` if the object is not as given any more. 400 `query_failed` as for SQL text.
 */
export const changeObject = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/object-changes',
  access: 'database:write',
  params: byRef,
  body: z.object({
    change: ObjectChange,
    dry_run: z.boolean().optional(),
    replaces: Replaced.optional(),
  }),
  response: z.object({
    statements: z.array(z.string()),
    /** In a preview. Null if there was none. */
    last_run: LastRun.nullable().optional(),
  }),
})
