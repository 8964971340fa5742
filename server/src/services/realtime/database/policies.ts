import { z } from 'zod'
import { AppError } from '../../../lib/errors.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import type { Session } from '../../../postgres/database.ts'
import { joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { evaluatePolicies } from './evaluate-policies.ts'
import { EXTENSIONS, settingsOf, type Extension, type Policies } from './private-access.ts'
import { isReadOnly } from './read-only.ts'

/** Maximum topics whose policies are evaluated in one round trip. */
const TOPICS_AT_ONCE = 25
/** Limits how long one caller can occupy a connection of the service. */
const MAX_MS = 10_000

const Seen = z.object({ extension: z.enum(EXTENSIONS) })

/**
 * Decides by the policies of `realtime.messages` what a caller can do on a private channel: whether
 * the caller sees a message with that topic, and could insert one. Changes nothing.
 */
export async function readPolicies(
  project: Project,
  caller: Caller,
  topic: string,
): Promise<Policies> {
  const ask = async (tx: Session): Promise<Policies> => {
    // The service writes the message that the caller then looks for.
    await tx.run(sql`
      insert into realtime.messages (topic, extension, private, event)
      select ${topic}, extension, true, 'probe'
      from pg_catalog.unnest(${[...EXTENSIONS]}::pg_catalog.text[]) as extension`)
    if (!(await become(tx, caller, topic))) return NOTHING
    const [seen, broadcast, presence] = await Promise.all([
      attempt(tx, () => tx.many(messagesOf(topic), Seen)),
      attempt(tx, () => tx.run(insertion(topic, 'broadcast'))),
      attempt(tx, () => tx.run(insertion(topic, 'presence'))),
    ])
    const isSeen = (extension: Extension) =>
      seen?.some((message) => message.extension === extension) ?? false
    return {
      broadcast: { read: isSeen('broadcast'), write: broadcast !== undefined },
      presence: { read: isSeen('presence'), write: presence !== undefined },
    }
  }
  try {
    return await undone(project, ask)
  } catch (error) {
    if (!isReadOnly(error)) throw error
    return evaluatePolicies(project, caller, topic)
  }
}

const NOTHING: Policies = {
  broadcast: { read: false, write: false },
  presence: { read: false, write: false },
}

/** The topics to which a caller can send messages. Changes nothing. */
export async function writableTopics(
  project: Project,
  caller: Caller,
  topics: readonly string[],
): Promise<ReadonlySet<string>> {
  const writable = new Set<string>()
  const end = performance.now() + MAX_MS
  try {
    await undone(project, async (tx) => {
      if (!(await become(tx, caller, ''))) return
      for (let at = 0; at < topics.length; at += TOPICS_AT_ONCE) {
        if (performance.now() > end) throw tooSlow()
        const some = topics.slice(at, at + TOPICS_AT_ONCE)
        const wrote = await Promise.all(some.map((topic) => attempt(tx, () => write(tx, topic))))
        for (const [index, topic] of some.entries())
          if (wrote[index] !== undefined) writable.add(topic)
      }
    })
  } catch (error) {
    if (!isReadOnly(error)) throw error
    for (const topic of topics) {
      if (performance.now() > end) throw tooSlow()
      const { broadcast } = await evaluatePolicies(project, caller, topic)
      if (broadcast.write) writable.add(topic)
    }
  }
  return writable
}

/** Runs `work` in a transaction of the service that is rolled back. */
async function undone<T>({ database }: Project, work: (tx: Session) => Promise<T>): Promise<T> {
  const undo = Symbol('undo')
  let result: { readonly value: T } | undefined
  try {
    await database.as('supabase_realtime_admin').transaction(async (tx) => {
      result = { value: await work(tx) }
      throw undo
    })
  } catch (error) {
    if (error !== undo || !result) throw error
  }
  if (!result) throw new Error('The transaction was committed')
  return result.value
}

const insertion = (topic: string, extension: Extension): Sql => sql`
  insert into realtime.messages (topic, extension, private, event)
  values (${topic}, ${extension}, true, 'probe')`

/** Inserts as the caller for another topic than before. */
async function write(tx: Session, topic: string): Promise<true> {
  const statements = [setting({ 'realtime.topic': topic }), insertion(topic, 'broadcast')]
  await Promise.all(statements.map((statement) => tx.run(statement)))
  return true
}

// All rows of a transaction have its time, and only the probe's rows have it here.
const messagesOf = (topic: string): Sql => sql`
  select extension from realtime.messages
  where topic operator(pg_catalog.=) ${topic} and event operator(pg_catalog.=) 'probe'
    and inserted_at operator(pg_catalog.=) pg_catalog.now()::timestamp
    and extension operator(pg_catalog.=) any (${[...EXTENSIONS]}::pg_catalog.text[])`

/** Sets all of the settings for the rest of the transaction. */
function setting(settings: Readonly<Record<string, string>>): Sql {
  const calls = Object.entries(settings).map(
    ([name, value]) => sql`pg_catalog.set_config(${name}, ${value}, true)`,
  )
  return sql`select pg_catalog.num_nonnulls(${joinSql(calls)})`
}

/** Continues the transaction as the caller; false if there is no such role for API requests. */
async function become(tx: Session, caller: Caller, topic: string): Promise<boolean> {
  try {
    await tx.run(setting({ ...settingsOf(caller, topic), role: caller.role }))
    return true
  } catch (error) {
    if (isDatabaseFailure(error)) return false
    throw error
  }
}

/**
 * Undefined if Postgres refuses; changes are undone in any case. Several attempts can be made
 * without waiting: their statements follow one another on the wire.
 */
async function attempt<T>(tx: Session, work: () => Promise<T>): Promise<T | undefined> {
  const [saved, done, undone] = await Promise.allSettled([
    tx.run(rawSql('savepoint probe')),
    work(),
    tx.run(rawSql('rollback to savepoint probe')),
  ])
  for (const step of [saved, undone]) if (step.status === 'rejected') throw step.reason
  if (done.status === 'fulfilled') return done.value
  if (!isDatabaseFailure(done.reason) || isReadOnly(done.reason)) throw done.reason
  return undefined
}

const tooSlow = () =>
  new AppError('policies_too_slow', 'The policies of realtime.messages take too long.', {
    status: 503,
    hint: 'Send to fewer private topics in one request, or make the policies faster.',
  })
