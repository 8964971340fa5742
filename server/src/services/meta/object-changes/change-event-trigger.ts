import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import { EventTrigger } from '@stoa/contract/services/meta/objects'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { requireUnchanged } from '../../../project/unchanged.ts'
import { LONGEST_COMMENT } from '../catalogue/sql-parts.ts'
import { commentSql } from '../ddl/column-sql.ts'
import { toAppError } from '../errors.ts'
import type { Author, DefinitionSession } from '../history/change-definition.ts'
import { nameSql, qualifiedSql, textSql } from './name-sql.ts'
import { recordEventTrigger } from './record-event-trigger.ts'
import { isProtectedSchema } from '../protected-schemas.ts'

type Kind = 'create_event_trigger' | 'alter_event_trigger' | 'drop_event_trigger'
export type EventTriggerChange = Extract<ObjectChange, { kind: Kind }>

const TIMEOUT_MS = 5000
/**
 * The trigger from a migration that keeps the owner's event triggers from running with more rights.
 */
const GUARD = 'stoa_guard_event_triggers'

const KINDS: ReadonlySet<string> = new Set<Kind>([
  'create_event_trigger',
  'alter_event_trigger',
  'drop_event_trigger',
])
export const isEventTriggerChange = (change: ObjectChange): change is EventTriggerChange =>
  KINDS.has(change.kind)

/**
 * Changes an event trigger, which takes a superuser, and returns the trigger's name before the
 * change. 409 `definition_changed` if the comment is not as it was seen.
 */
export const changeEventTrigger = (
  author: Author,
  change: EventTriggerChange,
  seen: { readonly comment: string | null } | undefined,
): Promise<string> =>
  asSuperuser(author, async (tx) => {
    const { name, statements } = await planEventTrigger(tx, change, seen)
    for (const statement of statements) await tx.define(statement, { undo: NOT_UNDONE })
    return name
  })

const NOT_UNDONE = { impossible: 'Change the event trigger again under Event triggers.' }

type EventTriggerPlan = { readonly name: string; readonly statements: readonly Sql[] }

/** The statements of a change, and the trigger's name before it. */
export async function planEventTrigger(
  tx: Session,
  change: EventTriggerChange,
  seen?: { readonly comment: string | null },
): Promise<EventTriggerPlan> {
  if (change.kind === 'create_event_trigger') {
    await requireGuard(tx)
    await requireFunction(tx, change.function)
    return { name: change.name, statements: [creation(change)] }
  }
  const { name, comment } = await requireTrigger(tx, change.id)
  requireUnchanged({ comment }, seen)
  if (change.kind === 'drop_event_trigger')
    return { name, statements: [sql`drop event trigger ${nameSql(name)}`] }
  return { name, statements: alterations(name, change.change) }
}

function creation(trigger: Extract<EventTriggerChange, { kind: 'create_event_trigger' }>): Sql {
  const tags = trigger.tags.map(textSql)
  const when = tags.length === 0 ? emptySql : sql`when tag in (${joinSql(tags)})\n`
  return sql`create event trigger ${nameSql(trigger.name)} on ${rawSql(trigger.event)}
${when}execute function ${qualifiedSql(trigger.function)}()`
}

const STATES: Readonly<Record<EventTrigger['enabled'], Sql>> = {
  origin: sql`enable`,
  disabled: sql`disable`,
  replica: sql`enable replica`,
  always: sql`enable always`,
}

function alterations(
  name: string,
  change: Extract<EventTriggerChange, { kind: 'alter_event_trigger' }>['change'],
): Sql[] {
  const { enabled, comment, name: newName = name } = change
  const trigger = sql`event trigger ${nameSql(name)}`
  return [
    ...(enabled === undefined ? [] : [sql`alter ${trigger} ${STATES[enabled]}`]),
    ...(comment === undefined ? [] : [sql`comment on ${trigger} is ${commentSql(comment)}`]),
    ...(newName === name ? [] : [sql`alter ${trigger} rename to ${nameSql(newName)}`]),
  ]
}

async function asSuperuser<T>(
  author: Author,
  work: (tx: DefinitionSession) => Promise<T>,
): Promise<T> {
  const defined: Sql[] = []
  try {
    // Postgres lets only a superuser create and own event triggers.
    const result = await author.project.database.as('supabase_admin').transaction(async (tx) => {
      await tx.run(sql`
        select
          pg_catalog.set_config('statement_timeout', ${String(TIMEOUT_MS)}, true),
          pg_catalog.set_config('lock_timeout', ${String(TIMEOUT_MS)}, true)`)
      return work({
        ...tx,
        async define(statement) {
          await tx.run(statement)
          defined.push(statement)
        },
      })
    })
    await recordEventTrigger(author, defined)
    return result
  } catch (error) {
    throw toAppError(error)
  }
}

const Safe = z.object({ has_setting: z.boolean(), has_guard: z.boolean() })

async function requireGuard(tx: Session): Promise<void> {
  const safe = await tx.one(
    sql`
      select
        pg_catalog.current_setting('event_triggers', true) is not null as has_setting,
        exists (
          select from pg_catalog.pg_event_trigger as t
          join pg_catalog.pg_roles as r on r.oid = t.evtowner
          where t.evtname = ${GUARD} and t.evtevent = 'ddl_command_start'
            and t.evtenabled = 'A' and t.evttags is null and r.rolsuper
        ) as has_guard`,
    Safe,
  )
  if (safe.has_setting && safe.has_guard) return
  throw new AppError(
    'event_trigger_unsupported',
    safe.has_setting
      ? 'This database lacks the trigger that keeps event triggers from running with more rights.'
      : 'Event triggers need Postgres 17 or newer.',
    {
      status: 409,
      hint: safe.has_setting
        ? 'Restart the project, which repeats what its last update missed.'
        : 'Older versions can’t keep an event trigger from running with more rights than its owner’s.',
    },
  )
}

const Allowed = z.object({ is_allowed: z.boolean() })

/** The trigger's function must be one that the owner of the database could run anyway. */
async function requireFunction(
  tx: Session,
  { schema, name }: { readonly schema: string; readonly name: string },
): Promise<void> {
  const found = await tx.maybe(
    sql`
      select p.prorettype = 'pg_catalog.event_trigger'::pg_catalog.regtype
        and pg_catalog.pg_has_role('postgres', p.proowner, 'usage') as is_allowed
      from pg_catalog.pg_proc as p
      join pg_catalog.pg_namespace as n on n.oid = p.pronamespace
      where n.nspname = ${schema} and p.proname = ${name} and p.pronargs = 0`,
    Allowed,
  )
  if (found?.is_allowed && !isProtectedSchema(schema)) return
  throw new AppError(
    'function_not_allowed',
    found
      ? `The function ${schema}.${name} can’t be used for an event trigger.`
      : `There is no function ${schema}.${name} without arguments.`,
    {
      status: 400,
      hint: 'Select a function that returns event_trigger and belongs to the role postgres.',
    },
  )
}

const Found = EventTrigger.pick({ name: true, comment: true }).extend({ is_owned: z.boolean() })

async function requireTrigger(tx: Session, id: number): Promise<z.infer<typeof Found>> {
  const found = await tx.maybe(
    sql`
      select t.evtname::text as name,
        pg_catalog.left(pg_catalog.obj_description(t.oid, 'pg_event_trigger'), ${LONGEST_COMMENT}::int)
          as comment,
        pg_catalog.pg_has_role('postgres', p.proowner, 'usage') as is_owned
      from pg_catalog.pg_event_trigger as t
      join pg_catalog.pg_proc as p on p.oid = t.evtfoid
      where t.oid = ${String(id)}::pg_catalog.oid`,
    Found,
  )
  if (!found)
    throw new AppError('event_trigger_not_found', 'This event trigger does not exist.', {
      status: 404,
      hint: 'Reload the list.',
    })
  if (!found.is_owned)
    throw new AppError(
      'event_trigger_protected',
      `The event trigger ${found.name} belongs to the platform or to an extension.`,
      {
        status: 403,
        hint: 'Create an event trigger of your own instead. Those of an extension change with the extension.',
      },
    )
  return found
}
