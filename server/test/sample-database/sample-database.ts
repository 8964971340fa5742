import { readFileSync } from 'node:fs'
import { collectionTables } from './collection-tables.ts'
import { insertStatements } from './insert-statements.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { workTables } from './work-tables.ts'

/** A different seed produces different rows, and tests refer to some of these rows. */
const SEED = 1759

/**
 * The sample database as SQL text: the 11 tables of an invented botanical garden, with about
 * 15,000 rows in half a megabyte. The text is the same on every machine.
 */
export function sampleDatabase(): string {
  const random = createSeededRandom(SEED)
  const tables = [...collectionTables(random), ...workTables(random)]
  const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  return [schema, ...tables.map(insertStatements)].join('\n')
}
