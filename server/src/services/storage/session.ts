import { hash } from 'node:crypto'
import { z } from 'zod'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { SharedRuns } from '../../lib/shared-runs.ts'
import type { Caller } from '../../project/caller.ts'
import { ROLLBACK } from '../../project/data-plane/transaction-end.ts'
import type { Project } from '../../project/project.ts'
import { serviceCaller } from '../../project/resolve-caller.ts'
import type { CallerContext, CallerStatement, TextResult } from '../../postgres/database.ts'
import { compile, sql, type Sql } from '../../postgres/sql.ts'
import { toStorageError } from './errors.ts'

/**
 * The database as one caller: row level security applies to every statement. Each statement returns
 * rows with one column of JSON. Rejects with the errors of the API.
 */
export type StorageSession = {
  many<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T[]>
  maybe<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T | undefined>
  /** The rows of a read of any length, which ends when the client disconnects. */
  list<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T[]>
  /**
   * The single row of a read by key. If it is known to be quick, it shares a connection and needs
   * no lane, so that it costs little next to the transaction that follows.
   */
  find<T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T | undefined>
  /** Runs a statement for its effect; resolves to the number of rows it touched. */
  run(statement: Sql): Promise<number>
  /** Rejects if the statement would be refused. Changes nothing. */
  test(statement: Sql): Promise<void>
}

/** Visible to policies: the request and its operation, as `storage.operation`. */
export type RequestFacts = {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly headersJson: string
  /** Aborts when the client has disconnected. */
  readonly departure?: EndSignal | undefined
}

/** How many seconds the statement took. */
const TOOK = sql`
  pg_catalog.date_part('epoch', pg_catalog.clock_timestamp() - pg_catalog.statement_timestamp())`

/** Policies call functions of the project that may use names without a schema. */
const SEARCH_PATH = 'storage, public, extensions'

/** The text that a read by key returned, null if there was no row. */
export type SharedReads = SharedRuns<string | null>

/** Opens sessions. One instance serves all projects. */
export type Sessions = {
  of(project: Project, caller: Caller, facts: RequestFacts): StorageSession
  /**
   * Access that needs no permission: public buckets, and objects that a signed URL already allows.
   *
   * @param share lets concurrent equal reads by key share one.
   */
  system(project: Project, facts: RequestFacts, share?: SharedReads): StorageSession
}

export function createSessions(): Sessions {
  const prepare = createPreparation()
  return {
    of: (project, caller, facts) => createSession({ project, caller, prepare }, facts),
    system: (project, facts, share) =>
      createSession({ project, caller: serviceCaller, prepare, share }, facts),
  }
}

type SessionDeps = {
  readonly project: Project
  readonly caller: Caller
  readonly prepare: (statement: Sql) => CallerStatement
  /** Only if all callers can read the same objects. */
  readonly share?: SharedReads | undefined
}

function createSession(
  { project: { database }, caller, prepare, share }: SessionDeps,
  { operation, method, path, headersJson, departure }: RequestFacts,
): StorageSession {
  const settings = {
    'request.jwt.claims': caller.claimsJson,
    'request.headers': headersJson,
    'request.method': method,
    'request.path': path,
    'storage.operation': operation,
    'storage.allow_delete_query': 'true',
    search_path: SEARCH_PATH,
  }
  const context = { role: caller.role, settings, isReadOnly: false }

  const send = (statement: Sql, after: readonly CallerStatement[] = []) =>
    sendAs(context, prepare(statement), after)
  const sendRead = (statement: Sql) => sendAs({ ...context, signal: departure }, prepare(statement))

  async function sendAs(
    as: CallerContext,
    statement: CallerStatement,
    after?: readonly CallerStatement[],
  ): Promise<TextResult> {
    try {
      const [result] = await database.asCaller(as, statement, after)
      return result ?? { rows: [], fields: [], rowCount: 0 }
    } catch (error) {
      throw toStorageError(error)
    }
  }
  const parse = <T>({ rows }: TextResult, row: z.core.$ZodType<T>): T[] =>
    rows.map(([text]) => z.parse(row, JSON.parse(text ?? 'null')))
  const many = async <T>(statement: Sql, row: z.core.$ZodType<T>): Promise<T[]> =>
    parse(await send(statement), row)

  return {
    many,
    maybe: async (statement, row) => (await many(statement, row))[0],
    list: async (statement, row) => parse(await sendRead(statement), row),
    async find(statement, row) {
      const timed = { ...prepare(sql`select (${statement}), ${TOOK}`), tookAt: 1 }
      // Where no policy applies, nothing asks for the request.
      const as = { ...context, ...(share && { settings: {} }), isReadOnly: true }
      const read = async () => {
        const { rows } = await sendAs(as, timed)
        return rows[0]?.[0] ?? null
      }
      const text = await (share ? share(JSON.stringify([timed.name, timed.values]), read) : read())
      return text === null ? undefined : z.parse(row, JSON.parse(text))
    },
    run: async (statement) => (await send(statement)).rowCount ?? 0,
    test: async (statement) => void (await send(statement, ROLLBACK)),
  }
}

/** The statements of this service are few, so each connection prepares them once. */
function createPreparation() {
  const names = new Map<string, string>()
  return (statement: Sql): CallerStatement => {
    const { text, values } = compile(statement)
    let name = names.get(text)
    if (name === undefined) {
      name = `stoa-storage-${hash('sha1', text, 'hex').slice(0, 16)}`
      names.set(text, name)
    }
    return { text, values, name }
  }
}
