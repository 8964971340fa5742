import { createHash } from 'node:crypto'
import {
  readDatabaseSettings,
  type DatabaseSettings,
} from '../../../project/data-plane/database-settings.ts'
import {
  createEffectiveSettings,
  type EffectiveSettings,
} from '../../../project/data-plane/effective-settings.ts'
import { watchSchema } from '../../../project/data-plane/schema-changes.ts'
import type { Project } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createThrottle, type Throttle } from '../../../lib/throttle.ts'
import type { Turns } from '../../../lib/turns.ts'
import type { Describe } from '../introspection/describe.ts'
import { CATALOG_PATH } from '../../../postgres/search-path.ts'
import { compile } from '../../../postgres/sql.ts'
import { sqlFile } from '../../../postgres/sql-file.ts'
import { createRoleSchema, type RoleSchema } from './role-schema.ts'

/** The GraphQL schemas of one project, one per role. */
export type LiveSchemas = {
  /** The role's schema, with every change of objects or privileges committed before this call. */
  of(role: string): Promise<RoleSchema>
  /** Called when a name was not found: also finds changes that are not notified. */
  refresh(role: string): Promise<RoleSchema>
  /** The project's settings, overridden by those that its database had at the last reading. */
  settings(): EffectiveSettings
  close(): Promise<void>
}

export type LiveSchemasDeps = {
  readonly clock: Clock
  readonly inTurns: Turns
  /** Describes a catalogue that is too large for the thread of the requests. */
  readonly describeLarge: (catalogue: string) => Describe
}

type Reading = {
  readonly epoch: number
  readonly exposed: string
  readonly at: number
  readonly digest: string
  readonly schema: RoleSchema
}

/** The readings of one role, which run one after the other. */
type Readings = {
  // Otherwise, repeated changes of a large schema would keep the server busy with reading it.
  readonly throttled: Throttle
  running?: { readonly epoch: number; readonly schema: Promise<RoleSchema> } | undefined
  /** Starts after the current one, so it sees every earlier change. */
  next?: Promise<RoleSchema> | undefined
}

/** Roles come from tokens that the project signed, so there are few. */
const MAX_ROLES = 20
/** The catalogue is read at most this often for names that are still missing. */
const MISS_INTERVAL_MS = 1000

/** An event trigger notifies this channel when privileges change. */
const RIGHTS_CHANNEL = 'graphql_grants'

const CATALOGUE = sqlFile(new URL('catalogue.sql', import.meta.url))

/**
 * Reads the catalogue as the role, including privileges, in one statement, and keeps the result
 * until a change is notified.
 */
export function createLiveSchemas(
  project: Project,
  { clock, inTurns, describeLarge }: LiveSchemasDeps,
): LiveSchemas {
  const readings = new Map<string, Reading>()
  const underway = new Map<string, Readings>()
  /** Increases with every notified change, and whenever one may have been missed. */
  let epoch = 0
  let own: { readonly epoch: number; readonly settings: DatabaseSettings } | undefined
  const settingsWith = createEffectiveSettings(project)
  const settings = () => settingsWith(own?.settings ?? noSettings)
  const changes = watchSchema(project, () => (epoch += 1), [RIGHTS_CHANNEL])

  function current(role: string): RoleSchema | undefined {
    const reading = readings.get(role)
    const isCurrent = reading?.epoch === epoch && reading.exposed === exposedBy(settings())
    return isCurrent ? reading.schema : undefined
  }

  /** Requests that come before the catalogue is read share one reading. */
  function read(role: string): Promise<RoleSchema> {
    const readings = underway.get(role) ?? { throttled: createThrottle() }
    underway.set(role, readings)
    if (readings.running?.epoch === epoch) return readings.running.schema
    readings.next ??= (async () => {
      await readings.running?.schema.catch(ignore)
      return readings.throttled(() => {
        readings.next = undefined
        const schema = readNow(role).finally(() => (readings.running = undefined))
        readings.running = { epoch, schema }
        return schema
      })
    })()
    return readings.next
  }

  async function readNow(role: string): Promise<RoleSchema> {
    // Callers have settled before, so a later change increases the epoch and outdates this reading.
    const begun = epoch
    // Runs as authenticator, which owns the settings and can only read the catalogue.
    const read = await readDatabaseSettings(project.database.as('authenticator'))
    if (!own || own.epoch <= begun) own = { epoch: begun, settings: read }
    const { exposed_schemas: schemas } = settings()
    const exposed = exposedBy(settings())
    const [result] = await project.database.asCaller(
      // Otherwise the search path decides which names are printed without a schema.
      { role, settings: { search_path: CATALOG_PATH }, isReadOnly: true },
      { name: 'graphql-catalogue', ...compile(CATALOGUE(schemas)) },
    )
    const catalogue = result?.rows[0]?.[0] ?? ''
    const digest = createHash('sha256').update(catalogue).digest('base64url')
    const before = readings.get(role)
    const schema =
      before?.digest === digest
        ? before.schema
        : await inTurns(createRoleSchema(catalogue, describeLarge))
    readings.delete(role)
    readings.set(role, { epoch: begun, exposed, at: clock.now().getTime(), digest, schema })
    const [oldest] = readings.keys()
    if (readings.size > MAX_ROLES && oldest !== undefined) {
      readings.delete(oldest)
      underway.delete(oldest)
    }
    return schema
  }

  return {
    async of(role) {
      await changes.settle()
      return current(role) ?? read(role)
    },
    async refresh(role) {
      await changes.settle()
      const known = current(role)
      const at = readings.get(role)?.at ?? 0
      // Some changes are not notified, such as a role's membership in another.
      if (known && clock.now().getTime() - at < MISS_INTERVAL_MS) return known
      return read(role)
    },
    settings,
    close: changes.close,
  }
}

const noSettings: DatabaseSettings = {}

const ignore = () => undefined

const exposedBy = (settings: EffectiveSettings): string => settings.exposed_schemas.join('\0')
