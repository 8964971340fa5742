import { execFile } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { mkdtemp, readdir, stat } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { CLUSTER_IDS } from '../../server/src/postgres/processes/account-ids.ts'

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
  // With `-a`, the files keep the accounts that the clusters run as.
  if (prepared) {
    await execute('cp', ['-a', `${prepared}/.`, dataDir])
    await separateAccounts(path.join(dataDir, 'clusters', 'projects'))
  }
  return dataDir
}

/**
 * Gives each data directory another account than it has in the other copies: a server that stops a
 * cluster ends every process of its account.
 */
async function separateAccounts(projects: string): Promise<void> {
  for (const name of await readdir(projects)) {
    const dataDir = path.join(projects, name)
    if ((await stat(dataDir)).uid < CLUSTER_IDS.first) continue
    const id = randomInt(CLUSTER_IDS.first, CLUSTER_IDS.last)
    await execute('chown', ['-R', `${id}:${id}`, dataDir])
  }
}
