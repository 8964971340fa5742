import type { Client, Submittable } from 'pg'
import { CallerTransaction, type CallerConnection } from './caller-transaction.ts'
import { createSettings, isolating, SETTINGS } from './caller-settings.ts'
import type { CallerContext, CallerStatement } from './caller.ts'
import { receiveLongText } from './long-text.ts'
import { tapLongValues } from './long-values.ts'
import { createPaces } from './paces.ts'
import type { TextResult } from './session.ts'
import { createWireBatch } from './wire-batch.ts'

type Options = {
  connect: () => Promise<Client>
  max: number
  idleMs: number
  longTextFolder: string
}
type Lane = CallerConnection & {
  client: Client
  /** What is on the wire, in the order of its answers. */
  queue: Place[]
  /** How long all of it is expected to take, in milliseconds. */
  expected: number
  /** When the first of it began. */
  since: number
  timer: NodeJS.Timeout
  watch: NodeJS.Timeout | undefined
  isBroken: boolean
}
/** A transaction's place on a lane. */
type Place = {
  readonly expected: number
  /** Asks once more elsewhere, where that may be done and was not yet. */
  move: (() => void) | undefined
}
type Asking = {
  readonly settings: CallerStatement
  readonly statements: readonly CallerStatement[]
  /** What may be repeated, and has a pace. */
  readonly read: { readonly name: string; readonly tookAt: number } | undefined
}
type Results = readonly TextResult[]

/** Prepared statements kept a connection; past that the oldest goes, on both sides. */
const MAX_PREPARED = 250

/** SQLSTATE invalid_sql_statement_name: a transaction relied on one before it that never prepared. */
const NOT_PREPARED = '26000'

/** A lane takes another read while what is on it is expected to take no longer, in milliseconds. */
const MOST_EXPECTED = 0.5
/** And while there are no more on it. */
const MOST_ON_LANE = 8
/** What is behind something that takes this long is stuck, in milliseconds. */
const STUCK_MS = 10
/** Nothing goes behind what nobody knows. */
const UNKNOWN = 1000

/**
 * Transactions as callers, over a few pipelined connections. A transaction is the settings and the
 * statement, written at once and answered in one round trip; several requests share a connection
 * back to back without waiting for each other's answers.
 *
 * Waking another process costs as much as a quick query, on both sides. So a read known to be quick
 * is put behind others like it, on a connection whose Postgres is awake; see
 * `docs/decisions/0008-quick-reads-share-a-connection.md`. Everything else goes to an idle
 * connection where there is one, so that a slow query rarely stands before a fast one; reads that are
 * caught behind one all the same are asked elsewhere.
 *
 * The connection's own role, `authenticator`, has no rights of its own: were the settings ever to
 * fail, nothing behind them runs.
 */
export function createCallerLanes({ connect, max, idleMs, longTextFolder }: Options) {
  const lanes: Lane[] = []
  let opening: Promise<Lane> | undefined
  let isClosing = false
  let isClosed = false

  const settingsOf = createSettings()
  const paces = createPaces()
  const batch = createWireBatch()
  const receive = (byteLength: number) => receiveLongText(longTextFolder, byteLength)

  function pick(isQuick: boolean): Lane | Promise<Lane> {
    if (isClosing) throw closing()
    const now = isQuick ? performance.now() : 0
    let idle: Lane | undefined
    let least: Lane | undefined
    for (const lane of lanes) {
      if (lane.queue.length === 0) idle ??= lane
      else if (isQuick && takesMore(lane, now)) return lane
      if (!least || lane.queue.length < least.queue.length) least = lane
    }
    if (idle) return idle
    if (lanes.length < max) {
      // While a connection opens, its requests wait for it or ride along on the least busy lane.
      const opened = openOne()
      if (!least) return opened
      opened.catch(() => {})
    }
    return least ?? openLane()
  }

  const openOne = () => (opening ??= openLane().finally(() => (opening = undefined)))

  async function openLane(): Promise<Lane> {
    const client = await connect()
    if (isClosed) {
      await client.end().catch(() => {})
      throw closing()
    }
    const drop = () => {
      lane.isBroken = true
      clearTimeout(lane.timer)
      const at = lanes.indexOf(lane)
      if (at >= 0) lanes.splice(at, 1)
    }
    const timer = setTimeout(() => {
      if (lane.isBroken) return
      if (lane.queue.length > 0) return void timer.refresh()
      drop()
      void client.end()
    }, idleMs)
    timer.unref()
    const lane: Lane = {
      client,
      queue: [],
      expected: 0,
      since: 0,
      timer,
      watch: undefined,
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

  function enter(lane: Lane, place: Place): void {
    if (lane.queue.length === 0) lane.since = performance.now()
    else if (place.move) watch(lane)
    lane.queue.push(place)
    lane.expected += place.expected
  }

  function leave(lane: Lane, place: Place): void {
    lane.queue.splice(lane.queue.indexOf(place), 1)
    lane.expected = lane.queue.length === 0 ? 0 : lane.expected - place.expected
    lane.since = performance.now()
    if (!lane.isBroken) lane.timer.refresh()
  }

  /** Sees to it that what is quick is not stuck behind what is slow. */
  function watch(lane: Lane): void {
    // After what has arrived is read: a process that was busy itself finds it only now.
    lane.watch ??= setTimeout(() => setImmediate(() => relieve(lane)), STUCK_MS)
  }

  function relieve(lane: Lane): void {
    lane.watch = undefined
    const [, ...behind] = lane.queue
    const movable = behind.filter(({ move }) => move !== undefined)
    if (movable.length === 0) return
    const isStuck = performance.now() - lane.since >= STUCK_MS
    const isElsewhere = lanes.some(({ queue }) => queue.length === 0)
    if (isStuck && !isElsewhere && lanes.length < max && !isClosing) openOne().catch(() => {})
    if (!isStuck || !isElsewhere) return watch(lane)
    for (const place of movable) {
      const { move } = place
      place.move = undefined
      move?.()
    }
  }

  /** One transaction on one lane, and once more if it relied on one before it that never prepared. */
  async function askOn(lane: Lane, asking: Asking, move?: () => void): Promise<Results> {
    const place = { expected: expectedOf(asking), move }
    enter(lane, place)
    try {
      const results = await transact(lane, asking)
      if (asking.read) note(asking.read, results)
      return results
    } catch (error) {
      if (codeOf(error) !== NOT_PREPARED || lane.isBroken) throw error
      // Nothing of it was committed, so it may run once more, preparing everything itself.
      for (const { name } of [asking.settings, ...asking.statements])
        if (name !== undefined) lane.prepared.delete(name)
      return await transact(lane, asking)
    } finally {
      leave(lane, place)
    }
  }

  function note({ name, tookAt }: NonNullable<Asking['read']>, results: Results): void {
    const took = results.at(-1)?.rows[0]?.[tookAt]
    if (typeof took === 'string') paces.note(name, Number(took) * 1000)
  }

  const expectedOf = ({ read }: Asking): number =>
    read === undefined ? UNKNOWN : (paces.of(read.name) ?? UNKNOWN)

  async function ask(asking: Asking): Promise<Results> {
    const isQuick = expectedOf(asking) <= MOST_EXPECTED
    const picked = pick(isQuick)
    const lane = picked instanceof Promise ? await picked : picked
    if (!isQuick || lane.queue.length === 0) return askOn(lane, asking)
    return new Promise((resolve, reject) => {
      let isAnswered = false
      const take = (results: Results) => {
        if (isAnswered) for (const { long } of results) long?.discard()
        else resolve(results)
        isAnswered = true
      }
      const fail = (error: unknown) => {
        isAnswered = true
        reject(error)
      }
      // Whether that fails is no matter: here it goes on.
      const move = () => void ask(asking).then(take, () => {})
      askOn(lane, asking, move).then(take, fail)
    })
  }

  async function run(
    context: CallerContext,
    statement: CallerStatement,
    after: readonly CallerStatement[] = none,
  ): Promise<Results> {
    const isolation = context.isolation && isolating(context.isolation)
    const settings = isolation ?? settingsOf(context)
    const asked = after.length === 0 ? [statement] : [statement, ...after]
    // A transaction is isolated before anything of it has run, settings included.
    const statements = isolation ? [settingsOf(context), ...asked] : asked
    const { name, tookAt } = statement
    const isRead = name !== undefined && tookAt !== undefined && after.length === 0
    const read = isRead && context.isReadOnly ? { name, tookAt } : undefined
    const results = await ask({ settings, statements, read })
    return isolation ? results.slice(1) : results
  }

  return {
    run,
    load: () => ({
      active: lanes.reduce((sum, lane) => sum + lane.queue.length, 0),
      connections: lanes.length,
    }),
    async close(deadlineMs: number) {
      isClosing = true
      const end = Date.now() + deadlineMs
      const isBusy = () => opening !== undefined || lanes.some((lane) => lane.queue.length > 0)
      while (isBusy() && Date.now() < end) await new Promise((done) => setTimeout(done, 10))
      isClosed = true
      await Promise.all(
        lanes.splice(0).map(async (lane) => {
          clearTimeout(lane.timer)
          const ended = lane.client.end().catch(() => {})
          // A pipelined client would wait for its answers, however long they take.
          if (lane.queue.length > 0) lane.client.connection.stream.destroy()
          await ended
        }),
      )
    },
  }
}

const closing = () => new Error('The database is closing')

const none: readonly CallerStatement[] = []

const codeOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined

function takesMore({ queue, expected, since }: Lane, now: number): boolean {
  return queue.length < MOST_ON_LANE && expected <= MOST_EXPECTED && now - since < STUCK_MS
}

function transact(lane: Lane, { settings, statements: run }: Asking): Promise<Results> {
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
