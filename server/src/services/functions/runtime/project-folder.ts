import { cp, lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { endProcessesOf } from '../../../postgres/processes/account-processes.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { closeFolder, giveFolder, type FunctionAccount } from './accounts.ts'
import { CONFIG_NAME, parseConfig, withOwnModules } from './config-file.ts'
import { bytesOf } from './process-usage.ts'
import { openToAccounts, removeFolder } from './root-folder.ts'

/** Names registries, which could be at addresses that are closed to functions. */
const LEFT_OUT = new Set(['.npmrc'])

/** Deno keeps modules in one inside the other: what a process may write is the outer one. */
const CACHE = 'cache'
const MODULES = 'deno'

/** The folder of one project's functions. */
export type ProjectFolder = {
  /** Copies and removals of one version's files run one after another. */
  readonly codes: ReturnType<typeof createKeyedMutex>
  readonly folder: string
  readonly account: FunctionAccount | undefined
  /** The number of processes that use each version's copy, by its folder. */
  readonly uses: Map<string, number>
  /** The number of processes, and room for more. */
  users: number
  /** Pending while processes left running by the last one are being ended. */
  ending: Promise<void> | undefined
}

/** Makes a folder that one account can enter, with a cache that it can write. */
export async function makeAccountFolder(
  folder: string,
  account: FunctionAccount | undefined,
): Promise<void> {
  for (const each of [folder, path.join(folder, CACHE)]) {
    await mkdir(each, { mode: 0o700 })
    await closeFolder(each, account)
  }
  await makeOwned(path.join(folder, CACHE, MODULES), account)
}

/** The modules that a folder's processes have downloaded, and the outer folder of these. */
export function cacheOf(folder: string): { readonly modules: string; readonly outer: string } {
  const outer = path.join(folder, CACHE)
  return { modules: path.join(outer, MODULES), outer }
}

/** Counts a use of a version's files, which are copied for the first one. */
export const takeCode = (
  { folder, uses, codes }: ProjectFolder,
  version: FunctionVersion,
  bootstrap: URL,
): Promise<{ readonly code: string; readonly config: string }> => {
  const code = path.join(folder, `c-${version.functionId}-${version.version}`)
  return codes.runExclusive(code, async () => {
    const config = await copyCode(version, code, { isCopied: uses.has(code), bootstrap })
    uses.set(code, (uses.get(code) ?? 0) + 1)
    return { code, config }
  })
}

/** Removes a version's files with their last use. */
export const leaveCode = ({ uses, codes }: ProjectFolder, code: string): Promise<void> =>
  codes.runExclusive(code, async () => {
    const left = (uses.get(code) ?? 1) - 1
    if (left > 0) return void uses.set(code, left)
    uses.delete(code)
    await removeFolder(code)
    return undefined
  })

export async function makeScratch({ folder, account }: ProjectFolder, count: number) {
  const scratch = path.join(folder, `w${count}`)
  const temporary = path.join(scratch, 'tmp')
  await mkdir(scratch, { mode: 0o700 })
  await mkdir(temporary, { mode: 0o700 })
  // The outer folder comes last: until then, the account cannot replace the inner one.
  for (const made of [temporary, scratch]) await giveFolder(made, account)
  return { scratch, temporary }
}

/** Ends all remaining processes of the account when its last process has ended. */
export async function leave(project: ProjectFolder): Promise<void> {
  project.users = Math.max(0, project.users - 1)
  if (project.users > 0 || !project.account) return
  project.ending = endProcessesOf(project.account.uid).catch(() => {
    // The files can be removed anyway.
  })
  await project.ending
}

/** Makes a folder that only the account can enter. */
async function makeOwned(folder: string, account: FunctionAccount | undefined): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  await giveFolder(folder, account)
}

export const copyFiles = (from: string, to: string): Promise<void> =>
  cp(from, to, {
    recursive: true,
    // A link could lead to files of somebody else.
    filter: async (source) =>
      !LEFT_OUT.has(path.basename(source)) && !(await lstat(source)).isSymbolicLink(),
  })

/** Returns the path of the configuration. */
async function copyCode(
  { folder, importMap, entrypoint }: FunctionVersion,
  code: string,
  { isCopied, bootstrap }: { readonly isCopied: boolean; readonly bootstrap: URL },
): Promise<string> {
  const config = path.join(code, path.dirname(importMap ?? entrypoint), CONFIG_NAME)
  if (isCopied) return config
  await copyFiles(folder, code)
  const text = importMap === undefined ? '{}' : await readFile(path.join(code, importMap), 'utf8')
  await writeFile(config, JSON.stringify(withOwnModules(parseConfig(text), `${bootstrap.href}/`)))
  await openToAccounts(code)
  return config
}

/** A cache that leaves too little space for the next process is emptied. */
export async function limitCache(
  { folder, account }: ProjectFolder,
  projectBytes: number,
): Promise<void> {
  const cache = path.join(folder, CACHE, MODULES)
  const most = projectBytes / 2
  if ((await bytesOf(cache, most)) <= most) return
  // A process that starts now finds either the full folder or an empty one.
  const full = `${cache}-full`
  await removeFolder(full)
  await rename(cache, full)
  await makeOwned(cache, account)
  await removeFolder(full)
}
