import { cp, lstat, mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import type { Sandbox } from '../../../lib/sandbox/sandbox.ts'
import { endProcessesOf } from '../../../postgres/processes/account-processes.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { closeFolder, giveFolder, type FunctionAccount } from './accounts.ts'
import { CONFIG_NAME, parseConfig, withOwnModules } from './config-file.ts'
import type { FunctionsFence } from './fence.ts'
import type { RuntimeLimits } from './limits.ts'
import { bytesOf } from './process-usage.ts'
import { makeRootFolder, openToAccounts, removeFolder } from './root-folder.ts'

/** How Deno is started: the program, the account, and the kernel's restrictions. */
export type DenoStart = {
  readonly deno: string
  /** The script that restricts the process, for the sandbox. */
  readonly launcher: string
  readonly sandbox: Sandbox | undefined
  readonly account: FunctionAccount | undefined
  /** The modules that the project's functions have downloaded, and Deno's other caches. */
  readonly cache: string
  /** The folders that the process can read, and those that it can write. */
  readonly reads: readonly string[]
  readonly writes: readonly string[]
}

/** The folders of one process. */
export type Place = DenoStart & {
  readonly bootstrap: string
  /** The version's files, which the process reads. */
  readonly code: string
  readonly config: string
  /** The only folder that the process writes; short, because sockets in it have short paths. */
  readonly scratch: string
  /** The part of it for the function's own temporary files. */
  readonly temporary: string
}

/** Where Deno reads the files of a version and executes none of them. */
export type Inspection = DenoStart & {
  /** A copy of the files. */
  readonly folder: string
  /** Writes a configuration that the process can read, and returns its path. */
  configure(config: string): Promise<string>
  close(): Promise<void>
}

/**
 * The files of running functions, in a folder for temporary files. Projects' own folders are only
 * open to the server, so the files of a version are copied to where its process can read them.
 */
export type Places = {
  /** Rejects if Deno cannot run on this system. */
  prepare(): Promise<void>
  open(ref: string, version: FunctionVersion): Promise<Place>
  /** Whether the files of a project are within their limit. */
  hasSpace(ref: string): Promise<boolean>
  /** Empties a cache that leaves too little space for further processes. */
  limitCache(ref: string): Promise<void>
  /** Removes the temporary files of an ended process. */
  close(ref: string, place: Place): Promise<void>
  /** Copies the files in a folder for a process that only reads them, as an account of its own. */
  inspect(files: string): Promise<Inspection>
  /** Removes everything of a project without processes. */
  remove(ref: string): Promise<void>
  /** Removes everything. */
  end(): Promise<void>
}

/** Names registries, which could be at addresses that are closed to functions. */
const LEFT_OUT = new Set(['.npmrc'])

/** Deno keeps modules in one inside the other: what a process may write is the outer one. */
const CACHE = 'cache'
const MODULES = 'deno'

type ProjectPlace = {
  readonly folder: string
  readonly account: FunctionAccount | undefined
  /** By the folder of a version's copy: the number of processes that use it. */
  readonly uses: Map<string, number>
  /** The number of processes, and room for more. */
  users: number
  /** Pending while processes left running by the last one are being ended. */
  ending: Promise<void> | undefined
}

export function createPlaces(
  { ids, sandbox, check }: FunctionsFence,
  { projectBytes }: Pick<RuntimeLimits, 'projectBytes'>,
): Places {
  const projects = new Map<string, Promise<ProjectPlace>>()
  const copies = createKeyedMutex()
  let made: ReturnType<typeof makeRootFolder> | undefined
  let count = 0

  const root = () => {
    made ??= makeRootFolder(ids)
    made.catch(() => (made = undefined))
    return made
  }

  /** A folder that one account can enter, with a cache that it can write. */
  async function makeFolder(prefix: string): Promise<Pick<ProjectPlace, 'folder' | 'account'>> {
    const { folder: parent, accounts } = await root()
    const folder = path.join(parent, `${prefix}${++count}`)
    const account = await accounts.next()
    for (const each of [folder, path.join(folder, CACHE)]) {
      await mkdir(each, { mode: 0o700 })
      await closeFolder(each, account)
    }
    await makeOwned(path.join(folder, CACHE, MODULES), account)
    return { folder, account }
  }

  async function makeProject(): Promise<ProjectPlace> {
    return { ...(await makeFolder('p')), uses: new Map(), users: 0, ending: undefined }
  }

  function codeOf({ folder, uses }: ProjectPlace, version: FunctionVersion, bootstrap: string) {
    const code = path.join(folder, `c-${version.functionId}-${version.version}`)
    return copies.runExclusive(code, async () => {
      const config = await copyCode(version, code, {
        isCopied: uses.has(code),
        bootstrap: pathToFileURL(bootstrap),
      })
      uses.set(code, (uses.get(code) ?? 0) + 1)
      return { code, config }
    })
  }

  const projectOf = (ref: string) => {
    const known = projects.get(ref) ?? makeProject()
    projects.set(ref, known)
    known.catch(() => projects.delete(ref))
    return known
  }

  return {
    async prepare() {
      await root()
    },
    async open(ref, version) {
      const { deno, launcher, bootstrap } = await root()
      const project = await projectOf(ref)
      project.users += 1
      try {
        await project.ending
        const { code, config } = await codeOf(project, version, bootstrap)
        const { scratch, temporary } = await makeScratch(project, ++count)
        await check()
        const cache = path.join(project.folder, CACHE)
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
          cache: path.join(cache, MODULES),
          reads: [bootstrap, code],
          writes: [scratch, cache],
        }
      } catch (error) {
        project.users -= 1
        throw error
      }
    },
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
      await copies.runExclusive(code, async () => {
        const left = (project.uses.get(code) ?? 1) - 1
        if (left > 0) return void project.uses.set(code, left)
        project.uses.delete(code)
        await removeFolder(code)
        return undefined
      })
      if (project.uses.size === 0) await limitCache(project, projectBytes)
    },
    async inspect(files) {
      const { deno, launcher, accounts } = await root()
      const { folder: parent, account } = await makeFolder('i')
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
      const cache = path.join(parent, CACHE, MODULES)
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
    },
    async remove(ref) {
      const project = await projects.get(ref)
      projects.delete(ref)
      if (!project) return
      await removeFolder(project.folder)
      const { accounts } = await root()
      accounts.release(project.account)
    },
    async end() {
      projects.clear()
      if (made) await removeFolder((await made).folder)
      made = undefined
    },
  }
}

async function makeScratch({ folder, account }: ProjectPlace, count: number) {
  const scratch = path.join(folder, `w${count}`)
  const temporary = path.join(scratch, 'tmp')
  await mkdir(scratch, { mode: 0o700 })
  await mkdir(temporary, { mode: 0o700 })
  // The outer folder comes last: until then, the account cannot replace the inner one.
  for (const made of [temporary, scratch]) await giveFolder(made, account)
  return { scratch, temporary }
}

/** Ends all remaining processes of the account when its last process has ended. */
async function leave(project: ProjectPlace): Promise<void> {
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

const copyFiles = (from: string, to: string): Promise<void> =>
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
  const given = importMap === undefined ? '{}' : await readFile(path.join(code, importMap), 'utf8')
  await writeFile(config, JSON.stringify(withOwnModules(parseConfig(given), `${bootstrap.href}/`)))
  await openToAccounts(code)
  return config
}

/** A cache that leaves too little space for the next process is emptied. */
async function limitCache({ folder, account }: ProjectPlace, projectBytes: number): Promise<void> {
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
