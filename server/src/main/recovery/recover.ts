import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { findPlatformBackup, placePlatform } from '../../backups/index.ts'
import { AppError } from '../../lib/errors.ts'
import { freeBytes } from '../../lib/free-bytes.ts'
import { writeKeyFile } from '../../lib/installation-key-file.ts'
import { deriveKey } from '../../lib/secret-box.ts'
import { takeSingleInstanceLock } from '../../lib/single-instance.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import { PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { openDataFolder, type DataFolder } from '../../postgres/data-folder/data-folder.ts'
import { findUnprivilegedAccount } from '../../postgres/engines/account.ts'
import { openStore } from '../backup-parts.ts'
import type { BackupPlace, Config } from '../config.ts'
import {
  addressOf,
  readRecovery,
  RECOVERY_FILE,
  requireStore,
  writeRecovery,
} from './recovery-file.ts'

type RecoverOptions = {
  readonly installationKey: Buffer
  readonly print: (line: string) => void
}

/**
 * Brings the platform's own database from the store of `config.backups` into an empty data folder. The
 * next start of the server brings the projects. Can be repeated after a kill at any step.
 */
export async function recoverInstallation(
  config: Config,
  { installationKey, print }: RecoverOptions,
): Promise<void> {
  const { dataDir, backups: place } = config
  if (!place) throw storeMissing()
  const begun = await readRecovery(dataDir)
  if (begun) requireStore(begun.store, place)
  else await requireEmpty(dataDir, place)
  if (begun?.phase === 'placed') throw alreadyPlaced()
  const parts = { store: openStore(place), key: deriveKey(installationKey, 'backups') }
  const chosen = await findPlatformBackup(parts)
  print(
    `Found the backup of ${chosen.backup.completedAt.toISOString()} and ${chosen.endSegment - chosen.backup.lastSegment} segments of changes after it.`,
  )
  const store = addressOf(place)
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  await writeRecovery(dataDir, { store, phase: 'placing' })
  const keyFile = config.installationKeyFile ?? path.join(dataDir, 'installation.key')
  if (!(await hasKey(keyFile, installationKey))) await writeKeyFile(keyFile, installationKey)
  const account = await findUnprivilegedAccount(config.postgresAccount)
  const folder = await openDataFolder(dataDir, {
    account,
    runtimeDir: config.runtimeDir,
    freeBytes,
    keyFile: config.installationKeyFile,
  })
  const lock = await takeSingleInstanceLock({
    file: path.join(folder.root, 'server.lock'),
    socketPath: path.join(folder.sockets, 'lock'),
  })
  try {
    if (!begun) await requireNoClusters(folder)
    await removePartial(folder)
    await placePlatform(parts, folder.control, { chosen, account })
    await writeRecovery(dataDir, { store, phase: 'placed' })
  } finally {
    lock.release()
  }
  print(
    `Recovered the platform's own database. Start the server with STOA_BACKUPS=${store}: the projects come back in the background, and have the status RESTORING until then.`,
  )
}

/** An interrupted recovery may have written it, or a person. */
async function hasKey(file: string, key: Buffer): Promise<boolean> {
  const text = existsSync(file) ? await readFile(file, 'utf8') : ''
  return text === key.toString('base64')
}

/** Names that a data folder can have before anything is in it. */
const HARMLESS = new Set([RECOVERY_FILE, `${RECOVERY_FILE}.partial`, 'installation.key'])

async function requireEmpty(dataDir: string, place: BackupPlace): Promise<void> {
  const names = existsSync(dataDir) ? await readdir(dataDir) : []
  const isStore = (name: string) =>
    place.kind === 'folder' && `${place.folder}/`.startsWith(`${path.join(dataDir, name)}/`)
  const other = names.find((name) => !HARMLESS.has(name) && !isStore(name))
  if (other !== undefined) throw notEmpty(path.join(dataDir, other))
}

/** The folder of the clusters can be elsewhere, and have outlived the data folder. */
async function requireNoClusters({ control, projects }: DataFolder): Promise<void> {
  if (existsSync(control)) throw notEmpty(control)
  const [project] = await readdir(projects)
  if (project !== undefined) throw notEmpty(path.join(projects, project))
}

/** A killed recovery leaves an unfinished directory. */
async function removePartial({ control }: DataFolder): Promise<void> {
  const parent = path.dirname(control)
  for (const name of await readdir(parent))
    if (name.startsWith(`${path.basename(control)}${PARTIAL_COPY}`))
      await remove(path.join(parent, name))
}

const notEmpty = (found: string) =>
  new AppError('recovery_folder_not_empty', `The data folder is not empty: it has ${found}.`, {
    status: 409,
    hint: 'Set STOA_DATA_DIR to an empty folder, or move this data away. Nothing has been changed in it.',
  })

const alreadyPlaced = () =>
  new AppError('recovery_placed', "The platform's own database is recovered already.", {
    status: 409,
    hint: 'Start the server: it brings the projects back.',
  })

const storeMissing = () =>
  new AppError('recovery_store_missing', 'The command needs the store of the backups.', {
    status: 400,
    hint: 'Add --store with a folder or an address such as s3://bucket/path.',
  })
