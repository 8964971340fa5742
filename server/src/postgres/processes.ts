import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Sends a signal (0 only asks); false when there is no such process. */
export function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process runs. One that has ended, and whose parent has not yet noticed, does not. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!trySignal(pid, 0)) return false
  if (process.platform !== 'linux') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return false
  // The name before it, in parentheses, may itself hold parentheses.
  return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1))
}

/**
 * Whether `pid` is a Postgres process at work in `dataDir`. Numbers are used again; the working
 * folder tells a cluster's own process from a stranger. Where it cannot be read (macOS), a living
 * process counts.
 */
export async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform !== 'linux') return true
  const expected = await realpath(dataDir).catch(() => dataDir)
  return worksIn(String(pid), expected)
}

/** Every Postgres process at work in `dataDir`, postmaster and children. Empty where it cannot be known (macOS). */
export async function postgresProcessesOf(dataDir: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return []
  const expected = await realpath(dataDir).catch(() => dataDir)
  const numbers = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    numbers.map(async (pid) => ((await worksIn(pid, expected)) ? Number(pid) : undefined)),
  )
  return found.filter((pid) => pid !== undefined)
}

async function worksIn(pid: string, folder: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => undefined)
  if (cwd !== folder) return false
  const program = await readlink(`/proc/${pid}/exe`).catch(() => undefined)
  // Packages replaced while it ran: " (deleted)" follows the name.
  return program === undefined || path.basename(program).startsWith('postgres')
}
