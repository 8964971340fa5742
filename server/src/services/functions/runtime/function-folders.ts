import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { endProcessesOf } from '../../../postgres/processes/account-processes.ts'
import type { FunctionVersion } from '../versions/version.ts'
import type { FunctionAccount } from './accounts.ts'
import { CONFIG_NAME } from './config-file.ts'
import type { Inspection, ProcessFolders } from './deno-start.ts'
import type { FunctionsFence } from './fence.ts'
import type { RuntimeLimits } from './limits.ts'
import { bytesOf } from './process-usage.ts'
import {
  cacheOf,
  copyFiles,
  leave,
  leaveCode,
  limitCache,
  makeAccountFolder,
  makeScratch,
  takeCode,
  type ProjectFolder,
} from './project-folder.ts'
import { makeRootFolder, openToAccounts, removeFolder } from './root-folder.ts'

/**
 * The files of running functions, in a folder for temporary files. Projects' own folders are only
 * open to the server, so the files of a version are copied to where its process can read them.
 */
export type FunctionFolders = {
  /** Rejects if Deno cannot run on this system. */
  prepare(): Promise<void>
  open(ref: string, version: FunctionVersion): Promise<ProcessFolders>
  /** Whether the files of a project are within their limit. */
  hasSpace(ref: string): Promise<boolean>
  /** Empties a cache that leaves too little space for further processes. */
  limitCache(ref: string): Promise<void>
  /** Removes the temporary files of an ended process. */
  close(ref: string, place: ProcessFolders): Promise<void>
  /** Copies the files in a folder for a process that only reads them, as an account of its own. */
  inspect(files: string): Promise<Inspection>
  /** Removes everything of a project without processes. */
  remove(ref: string): Promise<void>
  /** Removes everything. */
  end(): Promise<void>
}

type FoldersState = Pick<FunctionsFence, 'ids' | 'sandbox' | 'check'> & {
  readonly projectBytes: number
  readonly projects: Map<string, Promise<ProjectFolder>>
  /** The folder of everything here, made with its first use. */
  root: ReturnType<typeof makeRootFolder> | undefined
  /** The number of folders that were made so far. */
  count: number
}

export function createFunctionFolders(
  { ids, sandbox, check }: FunctionsFence,
  { projectBytes }: Pick<RuntimeLimits, 'projectBytes'>,
): FunctionFolders {
  const folders: FoldersState = {
    ids,
    sandbox,
    check,
    projectBytes,
    projects: new Map(),
    root: undefined,
    count: 0,
  }
  const { projects } = folders
  return {
    async prepare() {
      await rootOf(folders)
    },
    open: (ref, version) => openFolders(folders, ref, version),
    async hasSpace(ref) {
      const project = await projects.get(ref)
      return !project || (await bytesOf(project.folder, projectBytes)) <= projectBytes
    },
    async limitCache(ref) {
      const project = await projects.get(ref)
      if (project) await limitCache(project, projectBytes)
    },
    async close(ref, { scratch, code }) {
      const project = await projects.get(ref)
      if (project) await leave(project)
      await removeFolder(scratch)
      if (!project) return
      await leaveCode(project, code)
      if (project.uses.size === 0) await limitCache(project, projectBytes)
    },
    inspect: (files) => inspect(folders, files),
    async remove(ref) {
      const project = await projects.get(ref)
      projects.delete(ref)
      if (!project) return
      await removeFolder(project.folder)
      const { accounts } = await rootOf(folders)
      accounts.release(project.account)
    },
    async end() {
      projects.clear()
      if (folders.root) await removeFolder((await folders.root).folder)
      folders.root = undefined
    },
  }
}

function rootOf(folders: FoldersState): ReturnType<typeof makeRootFolder> {
  folders.root ??= makeRootFolder(folders.ids)
  folders.root.catch(() => (folders.root = undefined))
  return folders.root
}

async function makeFolder(
  folders: FoldersState,
  prefix: string,
): Promise<{ readonly folder: string; readonly account: FunctionAccount | undefined }> {
  const { folder: parent, accounts } = await rootOf(folders)
  const folder = path.join(parent, `${prefix}${++folders.count}`)
  const account = await accounts.next()
  await makeAccountFolder(folder, account)
  return { folder, account }
}

function projectOf(folders: FoldersState, ref: string): Promise<ProjectFolder> {
  const { projects } = folders
  const project = projects.get(ref) ?? makeProject(folders)
  projects.set(ref, project)
  project.catch(() => projects.delete(ref))
  return project
}

const makeProject = async (folders: FoldersState): Promise<ProjectFolder> => ({
  ...(await makeFolder(folders, 'p')),
  codes: createKeyedMutex(),
  uses: new Map(),
  users: 0,
  ending: undefined,
})

async function openFolders(
  folders: FoldersState,
  ref: string,
  version: FunctionVersion,
): Promise<ProcessFolders> {
  const { sandbox, check } = folders
  const { deno, launcher, bootstrap } = await rootOf(folders)
  const project = await projectOf(folders, ref)
  project.users += 1
  try {
    await project.ending
    const { code, config } = await takeCode(project, version, pathToFileURL(bootstrap))
    const { scratch, temporary } = await makeScratch(project, ++folders.count)
    await check()
    const cache = cacheOf(project.folder)
    return {
      deno,
      launcher,
      sandbox,
      bootstrap: path.join(bootstrap, 'index.js'),
      account: project.account,
      code,
      config,
      scratch,
      temporary,
      cache: cache.modules,
      reads: [bootstrap, code],
      writes: [scratch, cache.outer],
    }
  } catch (error) {
    project.users -= 1
    throw error
  }
}

async function inspect(folders: FoldersState, files: string): Promise<Inspection> {
  const { sandbox, check } = folders
  const { deno, launcher, accounts } = await rootOf(folders)
  const { folder: parent, account } = await makeFolder(folders, 'i')
  const folder = path.join(parent, 'code')
  const close = async () => {
    if (account) await endProcessesOf(account.uid).catch(() => {})
    await removeFolder(parent)
    accounts.release(account)
  }
  try {
    await copyFiles(files, folder)
    await openToAccounts(folder)
    await check()
  } catch (error) {
    await close()
    throw error
  }
  const cache = cacheOf(parent).modules
  return {
    deno,
    launcher,
    sandbox,
    account,
    folder,
    cache,
    reads: [folder],
    writes: [cache],
    async configure(config) {
      const file = path.join(folder, CONFIG_NAME)
      await writeFile(file, config)
      await openToAccounts(file)
      return file
    },
    close,
  }
}
