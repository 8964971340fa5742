import { createHash, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import {
  chmod,
  lchown,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  readlink,
  realpath,
  rename,
  symlink,
} from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { AppError } from '../../lib/errors.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import {
  notWritable,
  requireNoData,
  requirePrivate,
  requireTarget,
  requireWritable,
} from './checks.ts'
import type { Account } from '../engines/account.ts'
import { runAs } from '../engines/run.ts'

/** The folders and files of one installation. */
export type DataFolder = {
  readonly root: string
  /** Clusters' data directories, each owned by the account that runs it. */
  readonly projects: string
  readonly control: string
  readonly templates: string
  readonly engines: string
  readonly logs: string
  /** Files of the projects' services, closed to the accounts of clusters. */
  readonly files: string
  /** Short and outside the data folder, because a Unix socket's path holds at most 107 bytes. */
  readonly sockets: string
  /** 32 random bytes, created at the first start. All secrets of the installation depend on it. */
  readonly installationKey: Buffer
}

type DataFolderPlace = {
  readonly account: Account | undefined
  /** The folder that the system gives this account for sockets, if any. */
  readonly runtimeDir: string | undefined
  readonly freeBytes: FreeBytes
  /** The file of the installation key, if it is not in the data folder. */
  readonly keyFile?: string | undefined
}

/**
 * Prepares the data folder, or reports why it cannot be used, before anything in it changes. If the
 * server runs as root and the clusters' account cannot enter the folder (a checkout under /root), the
 * clusters are kept under /var/lib/stoa and the folder holds a link to them.
 */
export async function openDataFolder(
  dataDir: string,
  { account, runtimeDir, freeBytes, keyFile: apart }: DataFolderPlace,
): Promise<DataFolder> {
  await makeFolder(dataDir, 0o711)
  const root = await realpath(dataDir)
  await requireWritable(root, freeBytes)
  const digest = createHash('sha256').update(root).digest('hex').slice(0, 12)
  const clusters = await placeClusters(root, digest, account)
  const folder = {
    root,
    projects: path.join(clusters, 'projects'),
    control: path.join(clusters, 'control'),
    templates: path.join(clusters, 'templates'),
    engines: path.join(clusters, 'engines'),
    logs: path.join(root, 'logs'),
    files: path.join(root, 'files'),
    sockets: await makeRuntimeFolder(root, digest, runtimeDir),
  }
  const keyFile = apart ?? path.join(root, 'installation.key')
  if (existsSync(keyFile)) await requirePrivate(keyFile)
  else await requireNoData(keyFile, folder)
  await makeFolder(folder.logs, 0o700)
  await makeFolder(folder.files, 0o700)
  for (const name of [clusters, folder.projects, folder.templates]) {
    await makeFolder(name, 0o711)
    // No cluster may rename another one's directory; releases before gave these folders to the
    // clusters' account.
    if (account) await lchown(name, 0, 0)
  }
  await makeFolder(folder.engines, 0o755)
  if (account) await lchown(folder.engines, 0, 0)
  return { ...folder, installationKey: await readKey(keyFile) }
}

async function makeFolder(name: string, mode: number): Promise<void> {
  try {
    await mkdir(name, { recursive: true, mode })
  } catch (cause) {
    throw notWritable(name, cause)
  }
}

async function placeClusters(
  root: string,
  digest: string,
  account: Account | undefined,
): Promise<string> {
  const inside = path.join(root, 'clusters')
  await requireTarget(inside)
  if (!account) {
    await makeFolder(inside, 0o700)
    return inside
  }
  if (existsSync(inside)) return realpath(inside)
  await chmod(root, 0o711)
  if (await canEnter(account, root)) {
    await makeFolder(inside, 0o711)
    return inside
  }
  const outside = path.join('/var/lib/stoa', digest)
  await makeFolder(outside, 0o711)
  await symlink(outside, inside)
  return outside
}

async function canEnter(account: Account, folder: string): Promise<boolean> {
  return runAs(account, 'test', ['-x', folder]).then(
    () => true,
    () => false,
  )
}

async function makeRuntimeFolder(
  root: string,
  digest: string,
  personal: string | undefined,
): Promise<string> {
  const uid = process.getuid?.() ?? 0
  let base = os.tmpdir()
  if (uid === 0 && existsSync('/run')) base = '/run'
  else if (personal && existsSync(personal)) base = personal
  const name = path.join(base, `stoa-${digest}`)
  await makeFolder(name, 0o711)
  const found = await lstat(name)
  // In a world-writable folder, another account could have created it first.
  if (!found.isDirectory() || found.uid !== uid)
    throw new AppError('runtime_folder_taken', `${name} belongs to another account.`, {
      status: 500,
      hint: 'Remove it, or set XDG_RUNTIME_DIR to a folder of your own.',
    })
  await removeForgotten(base, uid)
  await symlink(root, path.join(name, DATA_LINK)).catch(() => {
    // An earlier start created it.
  })
  return name
}

/** In a runtime folder: links to its data folders. */
const DATA_LINK = 'data'

/** Removes this account's runtime folders whose data folders have been deleted. */
async function removeForgotten(base: string, uid: number): Promise<void> {
  for (const name of await readdir(base)) {
    if (!/^stoa-[0-9a-f]{12}$/.test(name)) continue
    const folder = path.join(base, name)
    const link = path.join(folder, DATA_LINK)
    const owner = await readlink(link).catch(() => undefined)
    if (owner === undefined || existsSync(owner)) continue
    // Another start may be removing it.
    const found = await lstat(folder).catch(() => undefined)
    if (found?.uid === uid) await remove(folder)
  }
}

async function readKey(file: string): Promise<Buffer> {
  if (!existsSync(file)) {
    // The file gets its name only when it is complete and on disk: half a key would lose every
    // secret.
    const partial = `${file}.partial`
    const handle = await open(partial, 'w', 0o600)
    await handle.writeFile(randomBytes(32).toString('base64'))
    await handle.sync()
    await handle.close()
    await rename(partial, file)
  }
  const key = Buffer.from(await readFile(file, 'utf8'), 'base64')
  if (key.length === 32) return key
  throw new AppError('installation_key_damaged', `${file} does not contain a key.`, {
    status: 500,
    hint: 'Restore the file from a backup: without it, the stored secrets cannot be read.',
  })
}
