import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'

const OperatorFile = z.object({
  url: z.url(),
  token: z.string().min(1),
  /** The address of the backups; null where the server makes none. */
  store: z.string().nullable().optional(),
})
export type OperatorFile = z.infer<typeof OperatorFile>

/**
 * Reads the running server's address and credential from its data folder. Rejects with
 * `server_not_running` if the file is missing, and with `operator_file_unreadable` if this account
 * is not allowed to read it.
 */
export async function readOperatorFile(dataFolder: string): Promise<OperatorFile> {
  const file = path.join(dataFolder, 'operator.json')
  let text: string
  try {
    text = await readFile(file, 'utf8')
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') throw serverNotRunning(cause)
    throw new AppError('operator_file_unreadable', `${file} cannot be read.`, {
      status: 500,
      hint: 'Run the command as the account that runs the server.',
      cause,
    })
  }
  return OperatorFile.parse(JSON.parse(text))
}

export const serverNotRunning = (cause: unknown): AppError =>
  new AppError('server_not_running', 'The Stoa server is not running.', {
    status: 503,
    hint: 'Start it with "npm start". With another data folder, set STOA_DATA_DIR for this command too.',
    cause,
  })
