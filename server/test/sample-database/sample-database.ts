import { readFileSync } from 'node:fs'
import { collectionTables } from './collection-tables.ts'
import { insertStatements } from './insert-statements.ts'
import { createSeededRandom } from '../seeded-random.ts'
import { workTables } from './work-tables.ts'

/** Another seed gives other rows, and tests name some of these. */
const SEED = 1759

/**
 * The sample database as SQL text: the eleven tables of an invented botanical garden, with about
 * fifteen thousand rows in half a megabyte. It is the same text on every machine.
 */
export function sampleDatabase(): string {
  const random = createSeededRandom(SEED)
  const tables = [...collectionTables(random), ...workTables(random)]
  const schema = readFileSync(new URL('schema.sql', import.meta.url), 'utf8')
  return [schema, ...tables.map(insertStatements)].join('\n')
}
