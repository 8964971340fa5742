import { rm } from 'node:fs/promises'
import { emptyDataFolder, PREPARED_DATA } from './data-folder.ts'
import { startServer } from './server.ts'

/**
 * Prepares the data folder that test servers start with: a server has started with it once, and it
 * has no accounts. Runs once before the tests, although each of Vitest's projects calls it. Test
 * processes inherit the environment variable. Returns a function that removes the folder.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.env[PREPARED_DATA] !== undefined) return undefined
  const dataDir = await emptyDataFolder()
  process.env[PREPARED_DATA] = dataDir
  const server = await startServer({ dataDir })
  await server.kill('SIGTERM')
  return () => rm(dataDir, { recursive: true, force: true })
}
