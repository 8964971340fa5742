import { execFile } from 'node:child_process'
import { mkdtemp } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The environment variable with the data folder that `global-setup.ts` prepares. */
export const PREPARED_DATA = 'STOA_E2E_PREPARED_DATA'

/** Creates an empty data folder for a server, as a new installation has it. */
export const emptyDataFolder = (): Promise<string> => mkdtemp(path.join(os.tmpdir(), 'stoa e2e '))

/**
 * Creates a data folder for a server, which is a copy of the prepared one if the run has one. Most of
 * what a test server costs is the databases that the first start with an empty folder creates.
 */
export async function newDataFolder(): Promise<string> {
  const dataDir = await emptyDataFolder()
  const prepared = process.env[PREPARED_DATA]
  // With `-a`, the files keep their accounts. The server gives new ones to the clusters of a copy.
  if (prepared) await execute('cp', ['-a', `${prepared}/.`, dataDir])
  return dataDir
}
