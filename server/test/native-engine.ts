import { chmod, copyFile, cp, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Engine } from '../src/postgres/engines/engine.ts'
import { findSystemEngine } from '../src/postgres/engines/system.ts'
import { databaseParts } from './database-parts.ts'
import type { TestMachine } from './project.ts'

const EXTENSIONS = fileURLToPath(new URL('native-extensions/', import.meta.url))

/**
 * The tests' engine with pg_cron, pgmq and supabase_vault installed, so that `create extension`
 * runs their scripts. Postgres finds its folders relative to its program.
 */
export async function createNativeEngine({
  engine,
  account,
}: TestMachine): Promise<{ readonly engine: Engine; remove(): Promise<void> }> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-engine-'))
  await chmod(folder, 0o755)
  const origin = path.dirname(engine.binDir)
  const binDir = path.join(folder, 'bin')
  await mkdir(binDir)
  for (const name of ['postgres', 'initdb'])
    await copyFile(path.join(engine.binDir, name), path.join(binDir, name))
  await symlink(path.join(origin, 'lib'), path.join(folder, 'lib'))
  const share = path.join(folder, 'share', 'postgresql')
  await mkdir(path.join(share, 'extension'), { recursive: true })
  await linkAll(path.join(origin, 'share', 'postgresql'), share)
  await linkAll(
    path.join(origin, 'share', 'postgresql', 'extension'),
    path.join(share, 'extension'),
  )
  await cp(EXTENSIONS, path.join(share, 'extension'), { recursive: true })
  return {
    engine: await findSystemEngine({
      account,
      binDir,
      folder: path.join(folder, 'engines'),
      extensions: databaseParts().extensions,
    }),
    remove: () => rm(folder, { recursive: true, force: true }),
  }
}

async function linkAll(from: string, to: string): Promise<void> {
  for (const name of await readdir(from))
    if (name !== 'extension') await symlink(path.join(from, name), path.join(to, name))
}
