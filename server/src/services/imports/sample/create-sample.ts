import { readFile } from 'node:fs/promises'
import { recordingStatements } from '../../../project/migration-record.ts'
import type { Project } from '../../../project/project.ts'
import { sampleExists } from '../errors.ts'
import { readTaken } from '../queries.ts'
import { prepareSample, sampleStatements } from './sample-sql.ts'

const SAMPLE_TABLES = ['categories', 'products', 'orders', 'order_items', 'reviews']

/**
 * Creates the sample tables with their rows, as the owner and in one transaction. 409
 * `sample_tables_exist` if a name is taken.
 */
export async function createSampleTables(
  project: Project,
  author: string | null,
): Promise<string[]> {
  const read = async (name: string) =>
    textsIn(await readFile(new URL(name, import.meta.url), 'utf8'))
  const [tables, rows] = [await read('./tables.sql'), await read('./rows.sql')]
  await project.database.as('postgres').transaction(async (tx) => {
    await tx.run(prepareSample)
    const taken = await readTaken(tx, SAMPLE_TABLES)
    if (taken.length > 0) throw sampleExists(taken)
    for (const statement of sampleStatements([...tables, ...rows])) await tx.run(statement)
    // Other environments have rows of their own, so the migration creates only the tables.
    const migration = {
      name: 'create_sample_tables',
      statements: tables,
      author,
      rollback: SAMPLE_TABLES.toReversed().map((name) => `drop table public.${name}`),
      details: { source: 'import' as const, loss: 'The tables and all their rows are deleted.' },
    }
    for (const statement of recordingStatements(migration)) await tx.run(statement)
  })
  return SAMPLE_TABLES
}

/** The statements of a script, which are separated by empty lines. */
const textsIn = (script: string): string[] =>
  script
    .split(/\n\n+/)
    .map((text) => text.trim().replace(/;$/, ''))
    .filter((text) => text !== '')
