import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createHash } from 'node:crypto'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { DatabaseSettings } from '../../../project/data-plane/database-settings.ts'
import {
  createEffectiveSettings,
  type EffectiveSettings,
} from '../../../project/data-plane/effective-settings.ts'
import { watchSchema } from '../../../project/data-plane/schema-changes.ts'
import type { Project } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createThrottle } from '../../../lib/throttle.ts'
import { refusal } from '../errors.ts'
import { noteSchemaCache, noteSchemaFailure } from '../log-events.ts'
import { Catalogue } from './catalogue.ts'
import { readDatabase } from './queries.ts'
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

/** The catalogue is read at most this often for names that are still missing. */
const MISS_INTERVAL_MS = 1000

type LiveState = {
  readonly project: Project
  readonly clock: Clock
  readonly throttled: ReturnType<typeof createThrottle>
  readonly changes: ReturnType<typeof watchSchema>
  cache: SchemaCache | undefined
  digest: string
  version: number
  reading: Promise<SchemaCache> | undefined
  /** The schemas that the settings exposed when the cache was read. */
  cacheSchemas: readonly string[]
  /** The same for the current reading. */
  readingSchemas: readonly string[]
  /** Whether the database has changed since the current reading began. */
  isStale: boolean
  missReadAt: number
}

/**
 * One project's schema cache. Every reload replaces it as a whole, and requests during a reload use
 * the previous one.
 */
export function createLiveSchema(project: Project, clock: Clock): LiveSchema {
  const settingsWith = createEffectiveSettings(project)
  const live: LiveState = {
    project,
    clock,
    // Otherwise, repeated changes of a large schema would keep the server busy with reading it.
    throttled: createThrottle(),
    changes: watchSchema(project, () => void reload(live).catch(ignore)),
    cache: undefined,
    digest: '',
    version: 0,
    reading: undefined,
    cacheSchemas: [],
    readingSchemas: [],
    isStale: false,
    missReadAt: 0,
  }
  return {
    current() {
      const { exposed_schemas: wanted } = project.settings.of(dataApiSettings)
      const { cache, reading } = live
      if (cache && isSameList(live.cacheSchemas, wanted)) return cache
      // Requests during a reading share it and do not make it stale.
      const shared = reading && isSameList(live.readingSchemas, wanted) ? reading : reload(live)
      return shared.catch(unavailable)
    },
    refresh: () => refresh(live).catch(unavailable),
    settings: () => settingsWith(live.cache?.databaseSettings ?? noSettings),
    close: live.changes.close,
  }
}

async function refresh(live: LiveState): Promise<SchemaCache> {
  const before = live.cache
  // By the time this resolves, the reload for every earlier commit has started.
  await live.changes.settle()
  const latest = await (live.reading ?? live.cache)
  if (latest && latest !== before) return latest
  const now = live.clock.now().getTime()
  if (latest && now - live.missReadAt < MISS_INTERVAL_MS) return latest
  live.missReadAt = now
  return reload(live)
}

/** Reads the catalogue again. A change during a reading starts another one after it. */
function reload(live: LiveState): Promise<SchemaCache> {
  if (live.reading) {
    live.isStale = true
    return live.reading
  }
  live.reading = readUntilFresh(live).finally(() => (live.reading = undefined))
  live.reading.catch((error: unknown) => noteSchemaFailure(live.project, error))
  return live.reading
}

async function readUntilFresh(live: LiveState): Promise<SchemaCache> {
  let read: SchemaCache
  do {
    live.isStale = false
    read = await live.throttled(() => readCatalogue(live))
  } while (live.isStale)
  return read
}

async function readCatalogue(live: LiveState): Promise<SchemaCache> {
  const { project, changes } = live
  const schemas = [...project.settings.of(dataApiSettings).exposed_schemas]
  live.readingSchemas = schemas
  const listening = changes.settle()
  listening.catch(ignore)
  const begun = performance.now()
  const { own, catalogue } = await readDatabase(project, listening)
  const digest = createHash('sha256')
    .update(JSON.stringify(own))
    .update(catalogue)
    .digest('base64url')
  const isUnchanged = live.cache !== undefined && digest === live.digest
  const cache = live.cache && isUnchanged ? live.cache : await build(live, catalogue, own)
  if (!isUnchanged)
    noteSchemaCache(project, {
      relations: schemas.reduce((sum, schema) => sum + cache.relationsOf(schema).length, 0),
      ms: performance.now() - begun,
    })
  live.cache = cache
  live.digest = digest
  live.cacheSchemas = schemas
  return cache
}

/** Parsing thousands of tables takes a while, so other requests get turns in between. */
async function build(
  live: LiveState,
  catalogue: string,
  databaseSettings: DatabaseSettings,
): Promise<SchemaCache> {
  await yieldToEventLoop()
  const read: unknown = JSON.parse(catalogue)
  await yieldToEventLoop()
  const parsed = Catalogue.parse(read)
  await yieldToEventLoop()
  live.version += 1
  return createSchemaCache(parsed, { version: `${live.version}`, databaseSettings })
}

const unavailable = (cause: unknown): never => {
  throw refusal('PGRST002', 'Could not query the database for the schema cache. Retrying.', {
    status: 503,
    retryAfter: 1,
    details: cause instanceof Error ? cause.message : null,
  })
}

const noSettings: DatabaseSettings = {}

const ignore = () => undefined

const isSameList = (left: readonly string[], right: readonly string[]) =>
  left === right || (left.length === right.length && left.every((name, at) => name === right[at]))
