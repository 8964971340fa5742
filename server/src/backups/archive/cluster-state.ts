import { readFileInside } from '../../lib/untrusted-folder/inner-folder.ts'

/** The size of Postgres's control file. */
const CONTROL_BYTES = 8192
/** Behind the system's identifier and two versions. */
const STATE_AT = 16
const SHUT_DOWN = 1

/**
 * Whether a cluster that does not run was stopped in order: then its last segment was finished and
 * everything that it committed is in the WAL before it.
 */
export async function isShutDown(dataDir: string): Promise<boolean> {
  const file = await readFileInside({ folder: dataDir, steps: ['global'] }, 'pg_control', {
    maxBytes: CONTROL_BYTES,
  })
  return file !== undefined && file.content.length > STATE_AT + 4
    ? file.content.readUInt32LE(STATE_AT) === SHUT_DOWN
    : false
}
