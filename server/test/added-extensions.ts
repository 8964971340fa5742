import { mkdir, readdir, symlink } from 'node:fs/promises'
import path from 'node:path'
import { findEmbeddedEngine } from '../src/postgres/engines/embedded.ts'
import type { Engine } from '../src/postgres/engines/engine.ts'
import { databaseParts } from './database-parts.ts'
import { createTestMachine, createTestProject, type TestProject } from './project.ts'

/**
 * A running project whose Postgres looks for added extensions in this folder, as in an
 * installation's data folder.
 */
export async function createProjectIn(
  engines: string,
): Promise<{ readonly test: TestProject; readonly engine: Engine }> {
  const { account, shared, watchdog } = await createTestMachine()
  watchdog.release()
  await mkdir(engines, { recursive: true })
  for (const name of await readdir(path.join(shared, 'engines')))
    if (name.startsWith('postgres-'))
      await symlink(path.join(shared, 'engines', name), path.join(engines, name))
  const { extensions } = databaseParts()
  const engine = await findEmbeddedEngine({ account, folder: engines, extensions })
  return { test: await createTestProject({ engine }), engine }
}
