import { readFile } from 'node:fs/promises'
import type { TestProject } from '../project.ts'

/** Adds the tables, views and functions of the data API's tests to a project. */
export async function addSchema(test: TestProject): Promise<void> {
  for (const file of ['schema.sql', 'schema-more.sql'])
    await test.run(await readFile(new URL(file, import.meta.url), 'utf8'))
}
