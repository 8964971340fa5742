import { execFile } from 'node:child_process'
import { copyFile, cp, lstat, mkdtemp, readdir, realpath } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { findDeno } from '../../../lib/find-deno.ts'
import type { IdRange } from '../../../lib/id-range.ts'
import { LAUNCHER } from '../../../lib/sandbox/sandbox.ts'
import { remove } from '../../../lib/untrusted-folder/folders.ts'
import { isAlive } from '../../../postgres/processes/processes.ts'
import { createFunctionAccounts, type FunctionAccounts } from './accounts.ts'

/** The folder for the files of running functions, with everything that they share. */
export type RootFolder = {
  readonly folder: string
  readonly accounts: FunctionAccounts
  /** Programs and scripts that every account can run or read. */
  readonly deno: string
  readonly bootstrap: string
  readonly launcher: string
}

const PREFIX = 'stoa-fn-'
const BOOTSTRAP = fileURLToPath(new URL('./bootstrap/', import.meta.url))

const execute = promisify(execFile)

/** Makes the folder, and removes those of servers that were killed. Rejects if there is no Deno. */
export async function makeRootFolder(ids: IdRange): Promise<RootFolder> {
  const parent = await temporaryFolder()
  await removeLeftovers(parent)
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`))
  const bootstrap = path.join(folder, 'bootstrap')
  await cp(BOOTSTRAP, bootstrap, { recursive: true })
  const launcher = path.join(bootstrap, path.basename(LAUNCHER))
  await copyFile(LAUNCHER, launcher)
  await openToAccounts(bootstrap)
  if (process.getuid?.() === 0) await execute('chmod', ['711', folder])
  const accounts = createFunctionAccounts(ids, () => ownersIn(parent))
  return { folder, accounts, bootstrap, launcher, deno: await usableDeno(folder, accounts) }
}

/** Lets the accounts of functions read files that belong to root. */
export async function openToAccounts(folder: string): Promise<void> {
  if (process.getuid?.() === 0) await execute('chmod', ['-R', 'u=rwX,go=rX', folder])
}

/** A process that just ended may still have been writing. */
export const removeFolder = (folder: string): Promise<void> => remove(folder).catch(() => {})

/**
 * The system's folder for temporary files. Deno opens nothing below `/dev` without all permissions,
 * not even what a permission names, so a folder in `/dev/shm` cannot serve.
 */
async function temporaryFolder(): Promise<string> {
  const folder = await realpath(os.tmpdir())
  return folder.startsWith('/dev/') ? '/tmp' : folder
}

/** Another account may be unable to enter the folder with the packages. */
async function usableDeno(folder: string, accounts: FunctionAccounts): Promise<string> {
  const deno = findDeno()
  const account = await accounts.next()
  if (!account) return deno
  const runs = (file: string) => execute(file, ['--version'], { ...account, cwd: '/', env: {} })
  try {
    await runs(deno)
    return deno
  } catch {
    const copy = path.join(folder, 'deno')
    await copyFile(deno, copy)
    await runs(copy)
    return copy
  } finally {
    accounts.release(account)
  }
}

async function rootFoldersIn(parent: string): Promise<readonly string[]> {
  return (await readdir(parent)).filter((name) => name.startsWith(PREFIX))
}

/** Removes files left by servers that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await rootFoldersIn(parent)) {
    const pid = Number.parseInt(name.slice(PREFIX.length), 10)
    if (Number.isInteger(pid) && !(await isAlive(pid))) await removeFolder(path.join(parent, name))
  }
}

/** The groups of the folders of all projects, those of other servers on this machine included. */
async function ownersIn(parent: string): Promise<ReadonlySet<number>> {
  const owners = new Set<number>()
  for (const root of await rootFoldersIn(parent)) {
    const names = await readdir(path.join(parent, root)).catch(() => [])
    const found = await Promise.all(
      names.map((name) => lstat(path.join(parent, root, name)).catch(() => undefined)),
    )
    for (const each of found) if (each) owners.add(each.gid)
  }
  return owners
}
