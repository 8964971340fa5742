import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import {
  chown,
  copyFile,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { createKeyedMutex } from '../../../lib/keyed-mutex.ts'
import { isAlive } from '../../../postgres/processes/processes.ts'
import type { FunctionVersion } from '../versions/version.ts'
import { CONFIG_NAME, parseConfig, withOwnModules } from './config-file.ts'
import { findDeno } from './deno.ts'
import type { RuntimeLimits } from './limits.ts'
import { bytesOf } from './process-usage.ts'

/** The operating system account of a project's functions. */
export type FunctionAccount = { readonly uid: number; readonly gid: number }

/** Where one process works. */
export type Place = {
  readonly deno: string
  readonly bootstrap: string
  readonly account: FunctionAccount | undefined
  /** The version's files, which the process reads. */
  readonly code: string
  readonly config: string
  /** The only folder that the process writes; short, because sockets in it have short paths. */
  readonly scratch: string
  /** The part of it for the function's own temporary files. */
  readonly temporary: string
  /** The modules that the project's functions have downloaded. */
  readonly cache: string
}

/**
 * The files of running functions, in a folder for temporary files. Projects' own folders are open
 * to the server alone, so the files of a version are copied to where its process can read them.
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
  /** Removes everything of a project without processes. */
  remove(ref: string): Promise<void>
  /** Removes everything. */
  end(): Promise<void>
}

/** Ids that neither the system nor the accounts of clusters use. */
const FIRST_UID = 0x6000_0000
const LAST_UID = 0x6fff_ffff

const PREFIX = 'stoa-fn-'
const BOOTSTRAP = fileURLToPath(new URL('./bootstrap/', import.meta.url))
/** Names registries, which could be at addresses that are closed to functions. */
const LEFT_OUT = new Set(['.npmrc'])

const CACHE = 'cache'

const execute = promisify(execFile)

type ProjectPlace = {
  readonly folder: string
  readonly account: FunctionAccount | undefined
  /** By the folder of a version's copy: how many processes use it. */
  readonly uses: Map<string, number>
}

export function createPlaces({ projectBytes }: Pick<RuntimeLimits, 'projectBytes'>): Places {
  const projects = new Map<string, Promise<ProjectPlace>>()
  const copies = createKeyedMutex()
  let made: Promise<{ readonly folder: string; readonly deno: string }> | undefined
  let count = 0

  const root = () => {
    made ??= makeRoot()
    made.catch(() => (made = undefined))
    return made
  }

  async function makeProject(): Promise<ProjectPlace> {
    const { folder: parent } = await root()
    const folder = path.join(parent, `p${++count}`)
    const account = ownAccount()
    await mkdir(folder, { mode: 0o700 })
    await give(folder, account)
    await makeCache(folder, account)
    return { folder, account, uses: new Map() }
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
      const { folder: parent, deno } = await root()
      const bootstrap = path.join(parent, 'bootstrap')
      const { folder, account, uses } = await projectOf(ref)
      const code = path.join(folder, `c-${version.functionId}-${version.version}`)
      const config = await copies.runExclusive(code, async () => {
        const copied = await copyCode(version, code, {
          isCopied: uses.has(code),
          bootstrap: pathToFileURL(bootstrap),
        })
        uses.set(code, (uses.get(code) ?? 0) + 1)
        return copied
      })
      const scratch = path.join(folder, `w${++count}`)
      await mkdir(scratch, { mode: 0o700 })
      await give(scratch, account)
      const temporary = path.join(scratch, 'tmp')
      await mkdir(temporary, { mode: 0o700 })
      await give(temporary, account)
      return {
        deno,
        bootstrap: path.join(bootstrap, 'index.js'),
        account,
        code,
        config,
        scratch,
        temporary,
        cache: path.join(folder, CACHE),
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
      await removeFolder(scratch)
      const project = await projects.get(ref)
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
    async remove(ref) {
      const project = await projects.get(ref)
      projects.delete(ref)
      if (project) await removeFolder(project.folder)
    },
    async end() {
      projects.clear()
      if (made) await removeFolder((await made).folder)
      made = undefined
    },
  }
}

const isRoot = () => process.getuid?.() === 0

function ownAccount(): FunctionAccount | undefined {
  if (!isRoot()) return undefined
  const uid = randomInt(FIRST_UID, LAST_UID + 1)
  return { uid, gid: uid }
}

async function give(folder: string, account: FunctionAccount | undefined): Promise<void> {
  if (account) await chown(folder, account.uid, account.gid)
}

async function makeRoot(): Promise<{ folder: string; deno: string }> {
  const parent = await temporaryFolder()
  await removeLeftovers(parent)
  const folder = await mkdtemp(path.join(parent, `${PREFIX}${process.pid}-`))
  const bootstrap = path.join(folder, 'bootstrap')
  await cp(BOOTSTRAP, bootstrap, { recursive: true })
  if (isRoot()) {
    await execute('chmod', ['-R', 'u=rwX,go=rX', bootstrap])
    await execute('chmod', ['711', folder])
  }
  return { folder, deno: await usableDeno(folder) }
}

/**
 * The system's folder for temporary files. Deno opens nothing below `/dev` without all permissions,
 * not even what a permission names, so a folder in `/dev/shm` cannot serve.
 */
async function temporaryFolder(): Promise<string> {
  const folder = await realpath(os.tmpdir())
  return folder.startsWith('/dev/') ? '/tmp' : folder
}

/** Another account may not be allowed to enter the folder with the packages. */
async function usableDeno(folder: string): Promise<string> {
  const deno = findDeno()
  const account = ownAccount()
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
  }
}

/** Removes what servers left that were killed. */
async function removeLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const pid = name.startsWith(PREFIX) ? Number.parseInt(name.slice(PREFIX.length), 10) : NaN
    if (Number.isInteger(pid) && !(await isAlive(pid))) await removeFolder(path.join(parent, name))
  }
}

/** A process that just ended may still have been writing. */
const removeFolder = (folder: string): Promise<void> =>
  rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {})

/** Returns the path of the configuration. */
async function copyCode(
  { folder, importMap, entrypoint }: FunctionVersion,
  code: string,
  { isCopied, bootstrap }: { readonly isCopied: boolean; readonly bootstrap: URL },
): Promise<string> {
  const config = path.join(code, path.dirname(importMap ?? entrypoint), CONFIG_NAME)
  if (isCopied) return config
  await cp(folder, code, {
    recursive: true,
    // A link could lead to files of somebody else.
    filter: async (source) =>
      !LEFT_OUT.has(path.basename(source)) && !(await lstat(source)).isSymbolicLink(),
  })
  const given = importMap === undefined ? '{}' : await readFile(path.join(code, importMap), 'utf8')
  await writeFile(config, JSON.stringify(withOwnModules(parseConfig(given), `${bootstrap.href}/`)))
  if (isRoot()) await execute('chmod', ['-R', 'u=rwX,go=rX', code])
  return config
}

async function makeCache(folder: string, account: FunctionAccount | undefined): Promise<void> {
  const cache = path.join(folder, CACHE)
  await mkdir(cache, { mode: 0o700 })
  await give(cache, account)
}

/** A cache that leaves too little space for the next process is emptied. */
async function limitCache({ folder, account }: ProjectPlace, projectBytes: number): Promise<void> {
  const cache = path.join(folder, CACHE)
  const most = projectBytes / 2
  if ((await bytesOf(cache, most)) <= most) return
  // A process that starts now finds either the full folder or an empty one.
  const full = `${cache}-full`
  await removeFolder(full)
  await rename(cache, full)
  await makeCache(folder, account)
  await removeFolder(full)
}
