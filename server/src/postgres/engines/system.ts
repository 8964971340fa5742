import { existsSync } from 'node:fs'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import { withAddedExtensions } from './added-extensions.ts'
import { engineMissing } from './engine-missing.ts'
import type { Account } from './account.ts'
import type { Engine } from './engine.ts'
import { findExtensions, type Extensions } from './extensions.ts'
import { runAs } from './run.ts'
import { writeControlFiles } from './stand-ins.ts'

/**
 * Up to Postgres 15, a role with `createrole`, which projects' owners have, can grant itself any
 * role except a superuser: the services' roles, and those that read files and run programs on the
 * machine.
 */
const OLDEST = 16

/** The Postgres installed on this machine in `binDir` (`STOA_POSTGRES_BIN`), 16 or newer. */
export async function findSystemEngine({
  account,
  binDir,
  folder,
  extensions: declared,
}: {
  readonly account: Account | undefined
  readonly binDir: string
  /** A folder of the server's account that clusters can read, for control files of extensions. */
  readonly folder: string
  readonly extensions: Extensions
}): Promise<Engine> {
  for (const program of ['postgres', 'initdb'])
    if (!existsSync(path.join(binDir, program)))
      throw engineMissing(
        `${binDir} does not contain ${program}.`,
        'Set STOA_POSTGRES_BIN to the folder that contains postgres and initdb, such as /usr/lib/postgresql/17/bin.',
      )
  const version = await readVersion(account, binDir)
  const major = Number.parseInt(version, 10)
  if (major < OLDEST)
    throw new AppError('engine_too_old', `Postgres ${version} in ${binDir} is too old.`, {
      status: 500,
      hint: `Stoa requires Postgres ${OLDEST} or newer.`,
    })
  const extensions = await findExtensions(account, binDir, declared.wanted)
  const control = await writeControlFiles(folder, declared, extensions)
  const extensionPaths = await withAddedExtensions(folder, { major, control })
  return { kind: 'system', version, major, binDir, extensions, extensionPaths }
}

/** `postgres --version` says "postgres (PostgreSQL) 18.4 …". */
export async function readVersion(account: Account | undefined, binDir: string): Promise<string> {
  const output = await runAs(account, path.join(binDir, 'postgres'), ['--version'])
  const version = /\) (\d+(?:\.\d+)?)/.exec(output)?.[1]
  if (version === undefined)
    throw new AppError('engine_unknown', `Postgres in ${binDir} did not report its version.`, {
      status: 500,
      hint: 'Run "postgres --version" in that folder to see what fails, and reinstall Postgres if needed.',
    })
  return version
}
