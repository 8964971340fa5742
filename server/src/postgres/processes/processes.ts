import { readdir, readFile, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'

/** Sends a signal (0 only tests); false if there is no such process. */
export function trySignal(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Whether the process runs. A zombie, whose parent has not collected it yet, does not count. */
export async function isAlive(pid: number): Promise<boolean> {
  if (!trySignal(pid, 0)) return false
  if (process.platform !== 'linux') return true
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (stat === undefined) return false
  // The process name before it is in parentheses and may itself contain parentheses.
  return !/^ [ZX]/.test(stat.slice(stat.lastIndexOf(')') + 1))
}

/**
 * Whether `pid` is a Postgres process of `dataDir`. Process numbers are reused, so the working
 * folder decides. Where it cannot be read (macOS), any running process counts.
 */
export async function isPostgresOf(pid: number, dataDir: string): Promise<boolean> {
  if (!(await isAlive(pid))) return false
  if (process.platform !== 'linux') return true
  const expected = await realpath(dataDir).catch(() => dataDir)
  return worksIn(String(pid), expected)
}

/**
 * All Postgres processes of `dataDir`, the postmaster and its children. Empty where this cannot be
 * known (macOS).
 */
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
  // When the package is replaced while the process runs, " (deleted)" follows the name.
  return program === undefined || path.basename(program).startsWith('postgres')
}
