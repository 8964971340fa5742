import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createHash } from 'node:crypto'
import { setImmediate as others } from 'node:timers/promises'
import type { Client } from 'pg'
import { z } from 'zod'
import type { Project } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { refusal } from '../errors.ts'
import { Catalogue } from './catalogue.ts'
import { withOwnSettings, type Settings } from './own-settings.ts'
import { readOnce } from './read-once.ts'
import { createSchemaCache, type SchemaCache } from './schema-cache.ts'

export type LiveSchema = {
  /** The newest whole reading; a promise only while there is none yet. */
  current(): SchemaCache | Promise<SchemaCache>
  /**
   * For a name that was not found: a reading at least as new as every change committed before this
   * call. Many calls share one reading.
   */
  refresh(): Promise<SchemaCache>
  /** The project's settings, with what its database said of them when it was read last; the same object until either changes. */
  settings(): Settings
  close(): Promise<void>
}

const CATALOGUE = readOnce(new URL('catalogue.sql', import.meta.url))
const Answer = z.tuple([z.object({ catalogue: z.string() })])

/** A name that is still missing is looked for in the catalogue itself this often at most. */
const MISS_INTERVAL_MS = 1000
const RECONNECT_MS = 250

/**
 * One project's schema cache. A connection of its own reads the catalogue and listens on `pgrst`,
 * where the project's event triggers tell of changes; every reload replaces the cache whole, and
 * requests meanwhile use the one before. A lost connection is opened again, with a reload.
 */
export function createLiveSchema(project: Project, clock: Clock): LiveSchema {
  let cache: SchemaCache | undefined
  let digest = ''
  let version = 0
  let connection: Promise<Client> | undefined
  let turn: Promise<unknown> = Promise.resolve()
  let reading: Promise<SchemaCache> | undefined
  /** What the project's settings expose: as the cache was read, and as the reading under way was told. */
  let askedSchemas: readonly string[] = []
  let readingSchemas: readonly string[] = []
  let isStale = false
  let isClosed = false
  let missReadAt = 0
  let retry: NodeJS.Timeout | undefined
  let merged:
    | { readonly given: Settings; readonly from: SchemaCache | undefined; readonly all: Settings }
    | undefined

  function connect(): Promise<Client> {
    connection ??= open().catch((error: unknown) => {
      connection = undefined
      throw error
    })
    return connection
  }

  /** The connection takes one query at a time. */
  function inTurn<T>(work: (client: Client) => Promise<T>): Promise<T> {
    const result = turn.catch(ignore).then(connect).then(work)
    turn = result
    return result
  }

  async function open(): Promise<Client> {
    // As authenticator, which may read the catalogue and nothing else.
    const client = await project.database.connect('authenticator', 'stoa-schema-cache')
    client.on('notification', () => void reload().catch(ignore))
    client.once('end', () => {
      connection = undefined
      if (isClosed) return
      retry = setTimeout(() => void reload().catch(ignore), RECONNECT_MS)
      retry.unref()
    })
    // Names outside pg_catalog come out qualified, so that they mean the same on any search path.
    await client.query("select set_config('search_path', '', false)")
    // The role's limit is for requests; a large schema on a busy machine would never be read.
    await client.query("select set_config('statement_timeout', '0', false)")
    await client.query('listen pgrst')
    return client
  }

  /** Reads again; a change that comes while one reading is under way starts the next behind it. */
  function reload(): Promise<SchemaCache> {
    if (reading) {
      isStale = true
      return reading
    }
    reading = readUntilFresh().finally(() => (reading = undefined))
    return reading
  }

  async function readUntilFresh(): Promise<SchemaCache> {
    let read: SchemaCache
    do {
      isStale = false
      read = await readCatalogue()
    } while (isStale)
    return read
  }

  async function readCatalogue(): Promise<SchemaCache> {
    const asked = [...project.settings.of(dataApiSettings).exposed_schemas]
    readingSchemas = asked
    const { rows } = await inTurn((client) =>
      client.query<object>({ text: CATALOGUE(), values: [asked] }),
    )
    const [{ catalogue }] = Answer.parse(rows)
    const newDigest = createHash('sha256').update(catalogue).digest('base64url')
    if (!cache || newDigest !== digest) cache = await build(catalogue)
    digest = newDigest
    askedSchemas = asked
    return cache
  }

  /** Thousands of tables take a while: requests that come meanwhile are answered in between. */
  async function build(catalogue: string): Promise<SchemaCache> {
    await others()
    const read: unknown = JSON.parse(catalogue)
    await others()
    const parsed = Catalogue.parse(read)
    await others()
    version += 1
    return createSchemaCache(parsed, { version: `${version}` })
  }

  const unavailable = (cause: unknown) => {
    throw refusal('PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      status: 503,
      details: cause instanceof Error ? cause.message : null,
    })
  }

  return {
    current() {
      const { exposed_schemas: wanted } = project.settings.of(dataApiSettings)
      if (cache && isSameList(askedSchemas, wanted)) return cache
      // Whoever comes meanwhile waits for the same reading: it is not made stale by being wanted.
      const shared = reading && isSameList(readingSchemas, wanted) ? reading : reload()
      return shared.catch(unavailable)
    },
    async refresh() {
      const before = cache
      try {
        // A backend delivers what it was notified of before it answers the next query: whatever
        // was committed before this call has started its reload when this returns.
        await inTurn((client) => client.query('select'))
        const known = await (reading ?? cache)
        if (known && known !== before) return known
        const now = clock.now().getTime()
        if (known && now - missReadAt < MISS_INTERVAL_MS) return known
        missReadAt = now
        return await reload()
      } catch (error) {
        return unavailable(error)
      }
    },
    settings() {
      const given = project.settings.of(dataApiSettings)
      if (merged?.given !== given || merged.from !== cache)
        merged = { given, from: cache, all: withOwnSettings(given, cache?.ownSettings ?? {}) }
      return merged.all
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      const client = await connection?.catch(ignore)
      await client?.end().catch(ignore)
    },
  }
}

const ignore = () => undefined

const isSameList = (left: readonly string[], right: readonly string[]) =>
  left === right || (left.length === right.length && left.every((name, at) => name === right[at]))
