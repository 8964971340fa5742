import type { Client, Submittable } from 'pg'
import { CallerTransaction, type CallerConnection } from './caller-transaction.ts'
import type { CallerContext, CallerStatement, Isolation } from './caller.ts'
import { receiveLongText } from './long-text.ts'
import { tapLongValues } from './long-values.ts'
import type { TextResult } from './session.ts'
import { compile, joinSql, literal, rawSql, sql, type Sql } from './sql.ts'
import { createWireBatch } from './wire-batch.ts'

type Options = {
  connect: () => Promise<Client>
  max: number
  idleMs: number
  longTextFolder: string
}
type Lane = CallerConnection & {
  client: Client
  inFlight: number
  timer: NodeJS.Timeout
  isBroken: boolean
}

/** Prepared statements kept a connection; past that the oldest goes, on both sides. */
const MAX_PREPARED = 250

/** SQLSTATE invalid_sql_statement_name: a transaction relied on one before it that never prepared. */
const NOT_PREPARED = '26000'

/**
 * Transactions as callers, over a few pipelined connections. A transaction is the settings and the
 * statement, written at once and answered in one round trip; several requests share a connection
 * back to back without waiting for each other's answers. A request goes to an idle connection where
 * there is one, so that a slow query rarely stands before a fast one.
 *
 * The connection's own role, `authenticator`, has no rights of its own: were the settings ever to
 * fail, nothing behind them runs.
 */
export function createCallerLanes({ connect, max, idleMs, longTextFolder }: Options) {
  const lanes: Lane[] = []
  let opening: Promise<Lane> | undefined
  let isClosing = false

  const settingsOf = createSettings()
  const batch = createWireBatch()
  const receive = (byteLength: number) => receiveLongText(longTextFolder, byteLength)

  function pick(): Lane | Promise<Lane> {
    if (isClosing) throw new Error('The database is closing')
    let least: Lane | undefined
    for (const lane of lanes) {
      if (lane.inFlight === 0) return lane
      if (!least || lane.inFlight < least.inFlight) least = lane
    }
    if (lanes.length < max) {
      // While a connection opens, its requests wait for it or ride along on the least busy lane.
      opening ??= openLane().finally(() => (opening = undefined))
      if (!least) return opening
      opening.catch(() => {})
    }
    return least ?? openLane()
  }

  async function openLane(): Promise<Lane> {
    const client = await connect()
    const drop = () => {
      lane.isBroken = true
      clearTimeout(lane.timer)
      const at = lanes.indexOf(lane)
      if (at >= 0) lanes.splice(at, 1)
    }
    const timer = setTimeout(() => {
      if (lane.isBroken) return
      if (lane.inFlight > 0) return void timer.refresh()
      drop()
      void client.end()
    }, idleMs)
    timer.unref()
    const lane: Lane = {
      client,
      inFlight: 0,
      timer,
      isBroken: false,
      prepared: new Map(),
      batch,
      tap: tapLongValues(client.connection.stream),
      receive,
    }
    client.once('end', drop)
    client.once('error', drop)
    lanes.push(lane)
    return lane
  }

  async function run(
    context: CallerContext,
    statement: CallerStatement,
    after: readonly CallerStatement[] = none,
  ): Promise<readonly TextResult[]> {
    const picked = pick()
    const lane = picked instanceof Promise ? await picked : picked
    const isolation = context.isolation && isolating(context.isolation)
    const settings = isolation ?? settingsOf(context)
    const asked = after.length === 0 ? [statement] : [statement, ...after]
    // A transaction is isolated before anything of it has run, settings included.
    const statements = isolation ? [settingsOf(context), ...asked] : asked
    lane.inFlight += 1
    try {
      const results = await transact(lane, settings, statements)
      return isolation ? results.slice(1) : results
    } catch (error) {
      if (codeOf(error) !== NOT_PREPARED || lane.isBroken) throw error
      // Nothing of it was committed, so it may run once more, preparing everything itself.
      for (const { name } of [settings, ...statements])
        if (name !== undefined) lane.prepared.delete(name)
      const results = await transact(lane, settings, statements)
      return isolation ? results.slice(1) : results
    } finally {
      lane.inFlight -= 1
      if (!lane.isBroken) lane.timer.refresh()
    }
  }

  return {
    run,
    load: () => ({
      active: lanes.reduce((sum, lane) => sum + lane.inFlight, 0),
      connections: lanes.length,
    }),
    async close(deadlineMs: number) {
      isClosing = true
      const end = Date.now() + deadlineMs
      while (lanes.some((lane) => lane.inFlight > 0) && Date.now() < end)
        await new Promise((done) => setTimeout(done, 10))
      await Promise.all(
        lanes.splice(0).map((lane) => {
          clearTimeout(lane.timer)
          return lane.client.end().catch(() => {})
        }),
      )
    },
  }
}

const none: readonly CallerStatement[] = []

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

function transact(
  lane: Lane,
  settings: CallerStatement,
  run: readonly CallerStatement[],
): Promise<readonly TextResult[]> {
  const dropped = lane.prepared.size < MAX_PREPARED ? noNames : takeOldest(lane.prepared, run)
  const transaction = new CallerTransaction(lane, settings, { run, dropped })
  lane.client.query(transaction as unknown as Submittable)
  return transaction.done
}

const noNames: readonly string[] = []

/** Forgets what has been prepared longest, but not what is about to run. */
function takeOldest(
  prepared: CallerConnection['prepared'],
  run: readonly CallerStatement[],
): readonly string[] {
  const taken: string[] = []
  for (const name of prepared.keys()) {
    if (prepared.size < MAX_PREPARED) break
    if (name.startsWith(SETTINGS) || run.some((statement) => statement.name === name)) continue
    prepared.delete(name)
    taken.push(name)
  }
  return taken
}

const SETTINGS = 'stoa-settings-'

const isolating = (level: Isolation): CallerStatement => ({
  name: `${SETTINGS}${level.replace(' ', '-')}`,
  text: ISOLATE[level],
  values: [],
})

const ISOLATE: Readonly<Record<Isolation, string>> = {
  'read committed': 'set transaction isolation level read committed',
  'repeatable read': 'set transaction isolation level repeatable read',
  serializable: 'set transaction isolation level serializable',
}

/** The first statement of a transaction: role and settings, set local; one text for each set of names. */
function createSettings() {
  const known = new Map<string, { readonly name: string; readonly text: string }>()
  return ({ role, settings, isReadOnly }: CallerContext): CallerStatement => {
    // Writing is the default of the transaction and stays unset: turning it on again is refused once
    // a query has run, and an administrator may have made the whole database read-only.
    let key = isReadOnly ? 'read only,' : ''
    const values = isReadOnly ? [role, 'on'] : [role]
    for (const name in settings) {
      key += `${name},`
      values.push(settings[name] ?? '')
    }
    let statement = known.get(key)
    if (!statement) {
      const first = isReadOnly ? ['role', 'transaction_read_only'] : ['role']
      const text = textOf([...first, ...Object.keys(settings)])
      known.set(key, (statement = { name: `${SETTINGS}${known.size}`, text }))
    }
    return { name: statement.name, text: statement.text, values }
  }
}

/** As many arguments as Postgres takes in a call are 100. */
const CALLS_AT_ONCE = 50

/** Counting what is set, all of it: the values themselves would come back over the wire. */
function textOf(names: readonly string[]): string {
  const calls = names.map(
    (name, index) => sql`set_config(${literal(name)}, ${rawSql(`$${index + 1}`)}, true)`,
  )
  const counts: Sql[] = []
  for (let at = 0; at < calls.length; at += CALLS_AT_ONCE)
    counts.push(sql`num_nonnulls(${joinSql(calls.slice(at, at + CALLS_AT_ONCE))})`)
  return compile(sql`select ${joinSql(counts)}`).text
}
