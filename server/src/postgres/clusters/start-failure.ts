import { open } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'

/**
 * The reason why Postgres did not start, from the last lines of its log. At this stage there are no
 * SQLSTATEs: the operating system's messages for ENOSPC and EACCES are the only sign.
 */
export async function startFailure(reason: string, log: string): Promise<AppError> {
  const text = await endOf(log).catch(() => '')
  const said = text.trim().split('\n').slice(-5).join('\n')
  const known = CAUSES.find(({ pattern }) => pattern.test(said))
  return new AppError(
    known?.code ?? 'postgres_start_failed',
    `Postgres did not start: ${known?.message ?? reason}.`,
    {
      status: 503,
      hint: known?.hint ?? 'Check the database log of the project, then retry.',
      details: said,
      retryAfter: 5,
    },
  )
}

/** The cluster's account decides how long its log is. */
const MAX_BYTES = 16_384

/** The last lines of the log, which is in a folder of the server. */
async function endOf(log: string): Promise<string> {
  const file = await open(log)
  try {
    const { size } = await file.stat()
    const buffer = Buffer.alloc(MAX_BYTES)
    const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, Math.max(0, size - MAX_BYTES))
    return buffer.toString('utf8', 0, bytesRead)
  } finally {
    await file.close()
  }
}

const CAUSES = [
  {
    pattern: /no space left on device|disk quota exceeded/i,
    code: 'disk_full',
    message: 'the disk is full',
    hint: 'Free disk space, then retry.',
  },
  {
    pattern: /permission denied|read-only file system|wrong ownership|invalid permissions/i,
    code: 'data_folder_unwritable',
    message: 'it has no access to its data directory',
    hint: 'Change the owner of the data folder to the account that runs the databases, then retry.',
  },
  {
    pattern: /cannot allocate memory|could not map anonymous shared memory/i,
    code: 'memory_full',
    message: 'the server is out of memory',
    hint: 'Pause another project or add memory, then retry.',
  },
] as const
