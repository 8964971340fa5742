import type { Session } from '../../../postgres/database.ts'
import { readDatabaseSettings } from '../../../project/data-plane/database-settings.ts'

const PREFIX = 'pgrst.'
/** PostgREST's own secrets, which have no use here because the platform has its own. */
const SECRETS: ReadonlySet<string> = new Set(['jwt_secret', 'db_uri'])

/** The settings of the Data API that the database itself has, by their name without its prefix. */
export async function readDataApiOverrides(tx: Session) {
  const settings = Object.entries(await readDatabaseSettings(tx))
  return settings
    .map(([name, value]) => ({ name: name.slice(PREFIX.length), value }))
    .filter(({ name }) => !SECRETS.has(name))
}
