import { dataApiSettings } from '@stoa/contract/services/data-api/settings'
import { createHash } from 'node:crypto'
import type { Project } from '../../../project/project.ts'
import type { Clock } from '../../../lib/clock.ts'
import { createListener } from './listener.ts'
import { readOnce } from './read-once.ts'
import { createRoleSchema, type RoleSchema } from './role-schema.ts'

/** The GraphQL schemas of one project, a role each. */
export type LiveSchemas = {
  /** The role's schema, as new as every change of tables, functions, types or rights before this call. */
  of(role: string): Promise<RoleSchema>
  /** For a name that was not found: read again, for changes that the database tells nobody of. */
  refresh(role: string): Promise<RoleSchema>
  close(): Promise<void>
}

type Reading = {
  readonly epoch: number
  readonly exposed: string
  readonly at: number
  readonly digest: string
  readonly schema: RoleSchema
}

/** Roles come from tokens that the project signed; custom ones are few. */
const MAX_ROLES = 20
/** A name that is still missing is looked for in the catalogue itself this often at most. */
const MISS_INTERVAL_MS = 1000

const CATALOGUE = readOnce(new URL('catalogue.sql', import.meta.url))

/**
 * Reads the catalogue as the role, in one statement that also tells its rights, and keeps what came
 * of it until the database tells of a change.
 */
export function createLiveSchemas(project: Project, clock: Clock): LiveSchemas {
  const readings = new Map<string, Reading>()
  const underway = new Map<string, Promise<RoleSchema>>()
  const listener = createListener(project)

  function current(role: string): RoleSchema | undefined {
    const reading = readings.get(role)
    const isCurrent = reading?.epoch === listener.epoch() && reading.exposed === exposedOf(project)
    return isCurrent ? reading.schema : undefined
  }

  function read(role: string): Promise<RoleSchema> {
    const key = `${listener.epoch()} ${role}`
    let reading = underway.get(key)
    if (!reading) {
      reading = readNow(role).finally(() => underway.delete(key))
      underway.set(key, reading)
    }
    return reading
  }

  async function readNow(role: string): Promise<RoleSchema> {
    // Listening first: a change from here on is heard of, and this reading is then outdated.
    await listener.listen()
    const epoch = listener.epoch()
    const exposed = exposedOf(project)
    const [result] = await project.database.asCaller(
      // Names outside pg_catalog mean the same on any search path only when it is empty.
      { role, settings: { search_path: '' }, isReadOnly: true },
      { name: 'graphql-catalogue', text: CATALOGUE(), values: [exposed] },
    )
    const catalogue = result?.rows[0]?.[0] ?? ''
    const digest = createHash('sha256').update(catalogue).digest('base64url')
    const before = readings.get(role)
    const schema = before?.digest === digest ? before.schema : createRoleSchema(catalogue)
    readings.delete(role)
    readings.set(role, { epoch, exposed, at: clock.now().getTime(), digest, schema })
    const [oldest] = readings.keys()
    if (readings.size > MAX_ROLES && oldest !== undefined) readings.delete(oldest)
    return schema
  }

  return {
    async of(role) {
      await listener.settle()
      return current(role) ?? read(role)
    },
    async refresh(role) {
      await listener.settle()
      const known = current(role)
      const at = readings.get(role)?.at ?? 0
      // Some changes are told by nobody, such as a role's membership in another.
      if (known && clock.now().getTime() - at < MISS_INTERVAL_MS) return known
      return read(role)
    },
    close: listener.close,
  }
}

/** The exposed schemas as the array that `catalogue.sql` takes. */
const exposedOf = ({ settings }: Project): string => {
  const names = settings
    .of(dataApiSettings)
    .exposed_schemas.map((name) => `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)
  return `{${names.join(',')}}`
}
