import { readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import type { BackupPlace } from '../config.ts'

/** The recovery of a data folder, until its projects are recorded as coming back. */
const Recovery = z.object({
  /** The address of the store. */
  store: z.string(),
  /** `placed`: the platform's own database is there, and the server can start. */
  phase: z.enum(['placing', 'placed']),
})
type Recovery = z.infer<typeof Recovery>

export const RECOVERY_FILE = 'recovery.json'

const fileOf = (dataDir: string) => path.join(dataDir, RECOVERY_FILE)

/** Undefined if the data folder was not recovered, or its recovery is over. */
export async function readRecovery(dataDir: string): Promise<Recovery | undefined> {
  const text = await readFile(fileOf(dataDir), 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  })
  return text === undefined ? undefined : Recovery.parse(JSON.parse(text))
}

export async function writeRecovery(dataDir: string, recovery: Recovery): Promise<void> {
  const file = fileOf(dataDir)
  await writeFile(`${file}.partial`, JSON.stringify(recovery), { mode: 0o600, flush: true })
  await rename(`${file}.partial`, file)
}

export const endRecovery = (dataDir: string): Promise<void> => rm(fileOf(dataDir), { force: true })

/** The value of `STOA_BACKUPS` that names a store. */
export const addressOf = (place: BackupPlace): string =>
  place.kind === 'folder'
    ? place.folder
    : `s3://${place.bucket.bucket}/${place.prefix}`.replace(/\/$/, '')

/**
 * Decides whether a start of the server continues a recovery, and returns how to end it; undefined if
 * there is none. Rejects with 500 `recovery_unfinished` before the platform's own database is
 * complete, and with 500 `recovery_store_differs` if the projects could not be read from the
 * configured store.
 */
export async function continueRecovery(
  dataDir: string,
  place: BackupPlace | undefined,
): Promise<(() => Promise<void>) | undefined> {
  const recovery = await readRecovery(dataDir)
  if (!recovery) return undefined
  if (recovery.phase === 'placing')
    throw new AppError('recovery_unfinished', 'The recovery of this data folder was interrupted.', {
      status: 500,
      hint: 'Run "npm run -s stoa -- recover" again: it continues.',
    })
  requireStore(recovery.store, place)
  return () => endRecovery(dataDir)
}

/** Rejects with 500 `recovery_store_differs` if a recovery began with another store. */
export function requireStore(begun: string, place: BackupPlace | undefined): void {
  if (place && addressOf(place) === begun) return
  throw new AppError(
    'recovery_store_differs',
    `This data folder is being recovered from ${begun}, which is not the configured store.`,
    { status: 500, hint: `Set STOA_BACKUPS=${begun}, then try again.` },
  )
}
