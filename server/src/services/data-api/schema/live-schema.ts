import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { z } from 'zod'
import {
  readDatabaseSettings,
  type DatabaseSettings,
} from '../../../project/data-plane/database-settings.ts'
import {
  createEffectiveSettings,
  withDatabaseSettings,
  type EffectiveSettings,
} from '../../../project/data-plane/effective-settings.ts'
import { watchSchema } from '../../../project/data-plane/schema-changes.ts'
import type { Project } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createThrottle } from '../../../lib/throttle.ts'
import { CATALOG_PATH } from '../../../postgres/search-path.ts'
import { sql } from '../../../postgres/sql.ts'
import { sqlFile } from '../../../postgres/sql-file.ts'
import { refusal } from '../errors.ts'
import { Catalogue } from './catalogue.ts'
import { createSchemaCache, type SchemaCache } from './schema-cache.ts'

export type LiveSchema = {
  /** The latest complete schema cache; a promise only before the first one is read. */
  current(): SchemaCache | Promise<SchemaCache>
  /**
   * Called when a name was not found. Resolves to a cache at least as new as every change committed
   * before this call. Concurrent calls share one reading.
   */
  refresh(): Promise<SchemaCache>
  /**
   * The project's settings, overridden by those that its database had at the last reading. The same
   * object until either changes.
   */
  settings(): EffectiveSettings
  close(): Promise<void>
}

const CATALOGUE = sqlFile(new URL('catalogue.sql', import.meta.url))
const Answer = z.object({ catalogue: z.string() })

// With the path of the catalog, names outside pg_catalog are printed with their schema. The role's
// time limit is meant for requests, and reading a large schema on a busy machine can exceed it.
// Relations are sorted with all their columns, which at 5,000 tables would otherwise go to disk.
const PREPARE = sql`
  select set_config('search_path', ${CATALOG_PATH}, true), set_config('statement_timeout', '0', true),
    set_config('work_mem', '16MB', true)`

/** The catalogue is read at most this often for names that are still missing. */
const MISS_INTERVAL_MS = 1000

/**
 * One project's schema cache. Every reload replaces it as a whole, and requests during a reload use
 * the previous one.
 */
export function createLiveSchema(project: Project, clock: Clock): LiveSchema {
  let cache: SchemaCache | undefined
  let digest = ''
  let version = 0
  let reading: Promise<SchemaCache> | undefined
  /**
   * The schemas that the settings exposed when the cache, and the current reading, were started.
   */
  let askedSchemas: readonly string[] = []
  let readingSchemas: readonly string[] = []
  let isStale = false
  let missReadAt = 0
  const settingsWith = createEffectiveSettings(project)
  // Otherwise, repeated changes of a large schema would keep the server busy with reading it.
  const throttled = createThrottle()
  const changes = watchSchema(project, () => void reload().catch(ignore))

  /** Reads the catalogue again. A change during a reading starts another one after it. */
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
      read = await throttled(readCatalogue)
    } while (isStale)
    return read
  }

  async function readCatalogue(): Promise<SchemaCache> {
    const asked = [...project.settings.of(dataApiSettings).exposed_schemas]
    readingSchemas = asked
    const { own, catalogue } = await readDatabase()
    const newDigest = createHash('sha256')
      .update(JSON.stringify(own))
      .update(catalogue)
      .digest('base64url')
    if (!cache || newDigest !== digest) cache = await build(catalogue, own)
    digest = newDigest
    askedSchemas = asked
    return cache
  }

  function readDatabase() {
    const heard = changes.settle()
    heard.catch(ignore)
    // As authenticator, whose only privilege of its own is to read the catalogue.
    return project.database.as('authenticator').transaction(
      async (tx) => {
        // From here on, changes are notified, and the reading includes all earlier ones.
        await heard
        await tx.run(PREPARE)
        const own = await readDatabaseSettings(tx)
        const { exposed_schemas: exposed } = withDatabaseSettings(
          project.settings.of(dataApiSettings),
          own,
        )
        const { catalogue } = await tx.one(CATALOGUE(exposed), Answer)
        return { own, catalogue }
      },
      { endsConnection: true },
    )
  }

  /** Parsing thousands of tables takes a while, so other requests get turns in between. */
  async function build(
    catalogue: string,
    databaseSettings: DatabaseSettings,
  ): Promise<SchemaCache> {
    await yieldToEventLoop()
    const read: unknown = JSON.parse(catalogue)
    await yieldToEventLoop()
    const parsed = Catalogue.parse(read)
    await yieldToEventLoop()
    version += 1
    return createSchemaCache(parsed, { version: `${version}`, databaseSettings })
  }

  const unavailable = (cause: unknown) => {
    throw refusal('PGRST002', 'Could not query the database for the schema cache. Retrying.', {
      status: 503,
      retryAfter: 1,
      details: cause instanceof Error ? cause.message : null,
    })
  }

  return {
    current() {
      const { exposed_schemas: wanted } = project.settings.of(dataApiSettings)
      if (cache && isSameList(askedSchemas, wanted)) return cache
      // Requests during a reading share it and do not make it stale.
      const shared = reading && isSameList(readingSchemas, wanted) ? reading : reload()
      return shared.catch(unavailable)
    },
    async refresh() {
      const before = cache
      try {
        // By the time this returns, the reload for every earlier commit has started.
        await changes.settle()
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
    settings: () => settingsWith(cache?.databaseSettings ?? noSettings),
    close: changes.close,
  }
}

const noSettings: DatabaseSettings = {}

const ignore = () => undefined

const isSameList = (left: readonly string[], right: readonly string[]) =>
  left === right || (left.length === right.length && left.every((name, at) => name === right[at]))
