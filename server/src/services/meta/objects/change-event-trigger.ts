import * as contract from '@stoa/contract/services/meta/objects'
import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import type { Session } from '../../../postgres/database.ts'
import { emptySql, ident, joinSql, literal, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import { requireUnchanged } from '../../../project/unchanged.ts'
import { LONGEST_COMMENT } from '../catalogue/sql-parts.ts'
import { toAppError } from '../errors.ts'
import type { Author, DefinitionSession } from '../history/change-definition.ts'
import { recordEventTrigger } from './record-event-trigger.ts'
import { isProtectedSchema } from '../protected-schemas.ts'

type Created = z.infer<NonNullable<typeof contract.createEventTrigger.body>>
type Change = z.infer<NonNullable<typeof contract.updateEventTrigger.body>>

const TIMEOUT_MS = 5000
/**
 * The trigger from a migration that keeps the owner's event triggers from running with more rights.
 */
const GUARD = 'stoa_guard_event_triggers'

/** Creates an event trigger with a function of the database's owner. */
export const createEventTrigger = (author: Author, created: Created): Promise<void> =>
  asSuperuser(author, async (tx) => {
    await requireGuard(tx)
    await requireFunction(tx, created)
    const tags = created.tags.map((tag) => literal(tag))
    const when = tags.length === 0 ? emptySql : sql`when tag in (${joinSql(tags)})`
    await tx.define(
      sql`create event trigger ${ident(created.name)} on ${rawSql(created.event)} ${when} execute function ${ident(created.function_schema, created.function_name)}()`,
    )
  })

const STATES: Readonly<Record<contract.EventTrigger['enabled'], Sql>> = {
  origin: sql`enable`,
  disabled: sql`disable`,
  replica: sql`enable replica`,
  always: sql`enable always`,
}

/** Returns the trigger's name before the change. */
export const updateEventTrigger = (author: Author, id: number, change: Change): Promise<string> =>
  asSuperuser(author, async (tx) => {
    const { name, ...shown } = await requireTrigger(tx, id)
    requireUnchanged({ name, ...shown }, change.replaces)
    const { enabled, comment, name: newName = name } = change
    if (enabled !== undefined)
      await tx.define(sql`alter event trigger ${ident(name)} ${STATES[enabled]}`)
    if (comment !== undefined)
      await tx.define(
        sql`comment on event trigger ${ident(name)} is ${comment === null ? sql`null` : literal(comment)}`,
      )
    if (newName !== name)
      await tx.define(sql`alter event trigger ${ident(name)} rename to ${ident(newName)}`)
    return name
  })

/** Returns the trigger's name. */
export const dropEventTrigger = (author: Author, id: number): Promise<string> =>
  asSuperuser(author, async (tx) => {
    const { name } = await requireTrigger(tx, id)
    await tx.define(sql`drop event trigger ${ident(name)}`)
    return name
  })

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
async function requireFunction(tx: Session, wanted: Created): Promise<void> {
  const { function_schema: schema, function_name: name } = wanted
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

const Shown = contract.ReplacedEventTrigger
const Found = Shown.extend({ is_owned: z.boolean() })

async function requireTrigger(tx: Session, id: number): Promise<z.infer<typeof Shown>> {
  const found = await tx.maybe(
    sql`
      select t.evtname::text as name,
        case t.evtenabled when 'O' then 'origin' when 'D' then 'disabled' when 'R' then 'replica'
          else 'always' end as enabled,
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
      { status: 403 },
    )
  return Shown.parse(found)
}
