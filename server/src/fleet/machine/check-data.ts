import { AppError } from '../../lib/errors.ts'
import { readFileIn } from '../../lib/untrusted-folder/files.ts'
import type { Engine } from '../../postgres/engines/engine.ts'

/** Longer than any number with its newline. */
const MAX_BYTES = 64

/**
 * Rejects if this engine cannot run a data directory. The errors quote only a number from it,
 * because everything in the directory can come from the cluster's account.
 */
export async function checkData(
  engine: Pick<Engine, 'major' | 'version'>,
  dataDir: string,
): Promise<void> {
  const file = await readFileIn(dataDir, 'PG_VERSION', { maxBytes: MAX_BYTES })
  if (file === undefined)
    throw new AppError('data_missing', "The project's data directory is missing.", {
      status: 503,
      hint: 'Move the data directory back or restore it from a backup, then retry.',
    })
  const version = /^\d{1,3}$/.exec(file.content.toString('latin1').trim())?.[0]
  if (version === undefined)
    throw new AppError('data_damaged', 'The file PG_VERSION of the data directory is damaged.', {
      status: 503,
      hint: `Write the major version of the project's Postgres into it, such as ${engine.major}, or restore the data directory from a backup, then retry.`,
    })
  if (Number(version) !== engine.major)
    throw new AppError(
      'engine_mismatch',
      `The data requires Postgres ${version}, but version ${engine.version} is installed.`,
      {
        status: 503,
        hint: `Set STOA_POSTGRES_BIN to the folder of Postgres ${version}, then retry.`,
      },
    )
}
