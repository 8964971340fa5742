import { lstat, open, readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { diskFull, toDiskFull } from '../../lib/disk-full.ts'
import { AppError } from '../../lib/errors.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'

/**
 * With less free space, the platform's own database might not start, or might stop in the middle of
 * a write.
 */
const NEEDED_BYTES = 32 * 1024 * 1024
/** The name of a project's data directory; `default` is the one of a self-hosted installation. */
const PROJECT = /^(?:[a-z]{20}|default)$/

/** Rejects if the folder is not writable or its disk is full. */
export async function requireWritable(root: string, freeBytes: FreeBytes): Promise<void> {
  const probe = path.join(root, '.write-test')
  try {
    const file = await open(probe, 'w', 0o600)
    await file.writeFile('x').finally(() => file.close())
    await rm(probe)
  } catch (error) {
    throw notWritable(root, error)
  }
  if ((await freeBytes(root)) < NEEDED_BYTES) throw full(root)
}

/** The error for a folder that could not be written to. */
export function notWritable(root: string, error: unknown): AppError {
  if (toDiskFull(error)) return full(root, error)
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EROFS')
    return new AppError('data_folder_read_only', `The data folder ${root} is read-only.`, {
      status: 500,
      hint: 'Remount its disk with write access, or set STOA_DATA_DIR to another folder.',
      cause: error,
    })
  return new AppError('data_folder_unusable', `This account cannot write to the folder ${root}.`, {
    status: 500,
    hint: 'Set STOA_DATA_DIR to a folder that this account can write to.',
    cause: error,
  })
}

const full = (root: string, cause?: unknown) =>
  diskFull(
    `The disk of the data folder ${root} is full.`,
    `Free at least ${NEEDED_BYTES / 1024 / 1024} MB on it, then start again.`,
    cause,
  )

/** Rejects if other accounts of this machine can read the key. */
export async function requirePrivate(keyFile: string): Promise<void> {
  const { mode } = await stat(keyFile)
  if ((mode & 0o077) === 0) return
  throw new AppError(
    'installation_key_exposed',
    `Other accounts of this machine can read ${keyFile}.`,
    {
      status: 500,
      hint: `Run "chmod 600 ${keyFile}", then start again. If someone may have read it, rotate the keys of the projects.`,
    },
  )
}

/** Rejects if a new key would replace a lost one that the folder's data depends on. */
export async function requireNoData(
  keyFile: string,
  folders: { readonly control: string; readonly projects: string },
): Promise<void> {
  const hasControl = await exists(folders.control)
  if (!hasControl && !(await hasProjects(folders.projects))) return
  throw new AppError(
    'installation_key_missing',
    `${keyFile} is missing, but the data folder contains data that was sealed with it.`,
    {
      status: 500,
      hint: 'Restore the file from a backup: without it, the stored secrets cannot be read.',
    },
  )
}

/** Rejects if a new platform database would replace a lost one that knows the folder's projects. */
export async function requireNoProjects(projects: string): Promise<void> {
  if (!(await hasProjects(projects))) return
  throw new AppError(
    'control_data_missing',
    "The platform's own database is missing, but there are data directories of projects.",
    {
      status: 500,
      hint: `Restore the database from a backup or from where it was moved to. To start over without these projects, move ${projects} to another folder.`,
    },
  )
}

/** Rejects if the folder of the clusters is a link to a missing target. */
export async function requireTarget(clusters: string): Promise<void> {
  const isLink = await lstat(clusters).then(
    (found) => found.isSymbolicLink(),
    () => false,
  )
  if (!isLink || (await exists(clusters))) return
  throw new AppError(
    'clusters_missing',
    `The folder that ${clusters} links to is missing. It contains every database.`,
    { status: 500, hint: 'Mount or restore that folder, then start again.' },
  )
}

const hasProjects = async (folder: string): Promise<boolean> =>
  (await readdir(folder).catch(() => [])).some((name) => PROJECT.test(name))

const exists = (name: string): Promise<boolean> =>
  stat(name).then(
    () => true,
    () => false,
  )
