import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Account } from './account.ts'

const execFileAsync = promisify(execFile)

/**
 * Runs a program to completion as the clusters' account, with a fixed locale and without this
 * process's environment.
 */
export async function runAs(
  account: Account | undefined,
  file: string,
  args: readonly string[],
  options: { cwd?: string; timeoutMs?: number } = {},
): Promise<string> {
  const { stdout } = await execFileAsync(file, [...args], {
    // The account may not be allowed to enter the current folder.
    cwd: options.cwd ?? '/',
    env: postgresEnvironment(),
    timeout: options.timeoutMs ?? 120_000,
    maxBuffer: 16 * 1024 * 1024,
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  return stdout
}

export const postgresEnvironment = (): NodeJS.ProcessEnv => ({
  // Where the machine keeps its programs is inherited; it is no setting of the product.
  // oxlint-disable-next-line no-restricted-properties
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  LC_ALL: 'C.UTF-8',
  LANG: 'C.UTF-8',
  TZ: 'UTC',
})
