import { z } from 'zod'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import type { Session } from '../../../postgres/database.ts'
import { rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'

const EXTENSIONS = ['broadcast', 'presence'] as const
type Extension = (typeof EXTENSIONS)[number]

/** What a caller may do on a private channel. */
export type Policies = Readonly<
  Record<Extension, { readonly read: boolean; readonly write: boolean }>
>

const TIMEOUT_MS = '5000'
/** Policies call functions of the project that may use names without a schema. */
const SEARCH_PATH = 'realtime, public, extensions'

const Seen = z.object({ extension: z.enum(EXTENSIONS) })

/**
 * Decides by the policies of `realtime.messages` what a caller may do on a private channel: whether
 * the caller sees a message with that topic, and could insert one. Changes nothing.
 */
export async function readPolicies(
  { database }: Project,
  { role, claims, claimsJson }: Caller,
  topic: string,
): Promise<Policies> {
  const undo = Symbol('undo')
  const found = new Map<string, boolean>()
  // The service writes the message that the caller then looks for.
  const admin = database.as('supabase_realtime_admin')
  try {
    await admin.transaction(async (tx) => {
      await tx.run(sql`
        insert into realtime.messages (topic, extension, private, event)
        select ${topic}, extension, true, 'probe'
        from pg_catalog.unnest(${[...EXTENSIONS]}::pg_catalog.text[]) as extension`)
      if (!(await become(tx, { role, claims, claimsJson }, topic))) throw undo
      for (const extension of (await attempt(tx, seen(tx, topic))) ?? [])
        found.set(`${extension}/read`, true)
      for (const extension of EXTENSIONS) {
        const wrote = await attempt(tx, () => tx.run(insertion(topic, extension)))
        found.set(`${extension}/write`, wrote !== undefined)
      }
      throw undo
    })
  } catch (error) {
    if (error !== undo) throw error
  }
  const of = (extension: Extension) => ({
    read: found.get(`${extension}/read`) ?? false,
    write: found.get(`${extension}/write`) ?? false,
  })
  return { broadcast: of('broadcast'), presence: of('presence') }
}

const insertion = (topic: string, extension: Extension): Sql => sql`
  insert into realtime.messages (topic, extension, private, event)
  values (${topic}, ${extension}, true, 'probe')`

// All rows of a transaction have its time, and those of the probe are the only ones with it here.
const seen = (tx: Session, topic: string) => async () => {
  const rows = await tx.many(
    sql`
      select extension from realtime.messages
      where topic operator(pg_catalog.=) ${topic} and event operator(pg_catalog.=) 'probe'
        and inserted_at operator(pg_catalog.=) pg_catalog.now()::timestamp
        and extension operator(pg_catalog.=) any (${[...EXTENSIONS]}::pg_catalog.text[])`,
    Seen,
  )
  return rows.map(({ extension }) => extension)
}

/** Continues the transaction as the caller; false if there is no such role for API requests. */
async function become(tx: Session, caller: Caller, topic: string): Promise<boolean> {
  const settings: Readonly<Record<string, string>> = {
    'request.jwt.claims': caller.claimsJson,
    'request.jwt.claim.sub': textOf(caller.claims['sub']),
    'request.jwt.claim.role': caller.role,
    'realtime.topic': topic,
    statement_timeout: TIMEOUT_MS,
    search_path: SEARCH_PATH,
    role: caller.role,
  }
  try {
    for (const [name, value] of Object.entries(settings))
      await tx.run(sql`select pg_catalog.set_config(${name}, ${value}, true)`)
    return true
  } catch (error) {
    if (isDatabaseFailure(error)) return false
    throw error
  }
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '')

/** Undefined if Postgres refuses; what was done is undone in any case. */
async function attempt<T>(tx: Session, work: () => Promise<T>): Promise<T | undefined> {
  await tx.run(rawSql('savepoint probe'))
  let result: T | undefined
  try {
    result = await work()
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error
  }
  await tx.run(rawSql('rollback to savepoint probe'))
  return result
}
