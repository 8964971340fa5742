import type { Client, CustomTypesConfig } from 'pg'
import {
  bindValues,
  toTextResult,
  type CallerContext,
  type CallerStatement,
  type TextResult,
} from './database.ts'
import { quoteIdent } from './sql.ts'

type Options = { connect: () => Promise<Client>; max: number; idleMs: number }
type Lane = {
  client: Client
  inFlight: number
  timer: NodeJS.Timeout | undefined
  isBroken: boolean
  prepared: Map<string, true>
}

/** Prepared statements kept a connection; past that the oldest goes, on both sides. */
const MAX_PREPARED = 250

const asText: CustomTypesConfig = { getTypeParser: () => (value: string | Buffer) => value }

/**
 * Transactions as callers, over a few pipelined connections. A transaction is begin, settings, the
 * statement and commit, written at once and answered in one round trip; several requests share a
 * connection back to back without waiting for each other's answers. A request goes to an idle
 * connection where there is one, so that a slow query rarely stands before a fast one.
 *
 * The connection's own role, `authenticator`, has no rights of its own: were `begin` ever to fail,
 * the statement behind it could read nothing.
 */
export function createCallerLanes({ connect, max, idleMs }: Options) {
  const lanes: Lane[] = []
  let opening: Promise<Lane> | undefined
  let isClosing = false

  async function pick(): Promise<Lane> {
    if (isClosing) throw new Error('The database is closing')
    const free = lanes.find((lane) => lane.inFlight === 0)
    if (free) return free
    if (lanes.length < max) {
      // While a connection opens, its requests wait for it or ride along on the least busy lane.
      opening ??= openLane().finally(() => (opening = undefined))
      if (lanes.length === 0) return opening
      opening.catch(() => {})
    }
    return lanes.reduce((least, lane) => (lane.inFlight < least.inFlight ? lane : least))
  }

  async function openLane(): Promise<Lane> {
    const client = await connect()
    const lane: Lane = {
      client,
      inFlight: 0,
      timer: undefined,
      isBroken: false,
      prepared: new Map(),
    }
    const drop = () => {
      lane.isBroken = true
      clearTimeout(lane.timer)
      const at = lanes.indexOf(lane)
      if (at >= 0) lanes.splice(at, 1)
    }
    client.once('end', drop)
    client.once('error', drop)
    lanes.push(lane)
    rest(lane)
    return lane
  }

  function rest(lane: Lane) {
    clearTimeout(lane.timer)
    lane.timer = setTimeout(() => {
      if (lane.inFlight > 0) return
      const at = lanes.indexOf(lane)
      if (at >= 0) lanes.splice(at, 1)
      void lane.client.end()
    }, idleMs)
    lane.timer.unref()
  }

  async function run(
    context: CallerContext,
    statement: CallerStatement,
    after: readonly CallerStatement[] = [],
  ): Promise<readonly TextResult[]> {
    const lane = await pick()
    lane.inFlight += 1
    clearTimeout(lane.timer)
    try {
      return await transact(lane, context, [statement, ...after])
    } finally {
      lane.inFlight -= 1
      if (!lane.isBroken) rest(lane)
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

async function transact(
  lane: Lane,
  context: CallerContext,
  statements: readonly CallerStatement[],
): Promise<readonly TextResult[]> {
  const { client } = lane
  const settings = settingsStatement(context)
  const dropped = statements.flatMap((statement) => remember(lane, statement.name))
  // Nothing is awaited between these lines: the messages of one transaction stand together on the
  // wire, and corked they leave in one write.
  const { stream } = wireOf(client)
  stream.cork()
  const setup = [
    client.query(context.isReadOnly ? 'begin read only' : 'begin'),
    client.query({ name: settings.name, text: settings.text, values: settings.values }),
  ]
  const results = statements.map((statement) =>
    client.query<string[]>({
      ...(statement.name !== undefined && { name: statement.name }),
      text: statement.text,
      values: bindValues(statement.values),
      rowMode: 'array',
      types: asText,
    }),
  )
  // After an error Postgres answers this with a rollback.
  const end = client.query('commit')
  const cleanup = dropped.map((name) => client.query(`deallocate ${quoteIdent(name)}`))
  stream.uncork()
  const settled = await Promise.allSettled([...setup, ...results, end, ...cleanup])
  for (const outcome of settled.slice(0, settled.length - cleanup.length))
    if (outcome.status === 'rejected') throw outcome.reason
  return (await Promise.all(results)).map(toTextResult)
}

function settingsStatement(context: CallerContext) {
  const names = ['role', ...Object.keys(context.settings)]
  const text = `select ${names.map((_, index) => `set_config($${index * 2 + 1}, $${index * 2 + 2}, true)`).join(', ')}`
  const values = ['role', context.role, ...Object.entries(context.settings).flat()]
  return { name: `stoa-settings-${names.length}`, text, values }
}

/** Notes a prepared statement's use; names the ones to deallocate to stay within bounds. */
function remember(lane: Lane, name: string | undefined): string[] {
  if (name === undefined) return []
  lane.prepared.delete(name)
  lane.prepared.set(name, true)
  if (lane.prepared.size <= MAX_PREPARED) return []
  const oldest = lane.prepared.keys().next().value
  if (oldest === undefined) return []
  forgetName(lane, oldest)
  return [oldest]
}

// pg keeps the names it has parsed; one that is deallocated must be parsed again.
function forgetName(lane: Lane, name: string) {
  lane.prepared.delete(name)
  delete wireOf(lane.client).parsedStatements[name]
}

// pg's types leave out the connection, which is where its prepared names and its socket are.
const wireOf = (client: Client) =>
  (
    client as unknown as {
      connection: {
        parsedStatements: Record<string, unknown>
        stream: { cork(): void; uncork(): void }
      }
    }
  ).connection
