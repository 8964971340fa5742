import type { Session } from '../../../postgres/database.ts'
import { readDatabaseSettings } from '../../../project/data-plane/database-settings.ts'

const PREFIX = 'pgrst.'

/** The settings of the Data API that the database itself has, by their name without its prefix. */
export async function readDataApiOverrides(tx: Session) {
  const settings = Object.entries(await readDatabaseSettings(tx))
  return settings.map(([name, value]) => ({ name: name.slice(PREFIX.length), value }))
}
