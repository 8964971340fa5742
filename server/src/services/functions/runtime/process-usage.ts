import { readdir, readFile, stat } from 'node:fs/promises'
import path from 'node:path'

export type ProcessUsage = { readonly cpuMs: number; readonly memoryBytes: number }

/** Linux counts in these units on every architecture that Deno runs on. */
const TICK_MS = 10
const PAGE_BYTES = 4096

/** What a process has used; undefined where the system does not say it in `/proc`. */
export async function usageOf(pid: number): Promise<ProcessUsage | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The name before it is in parentheses. The fields are 14, 15 and 24 of proc(5).
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    memoryBytes: Number(fields[21]) * PAGE_BYTES,
  }
}

/** How many bytes the files in a folder have, or more than `limit` if they have more. */
export async function bytesOf(folder: string, limit: number): Promise<number> {
  let bytes = 0
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  for (const name of names) {
    bytes += await stat(path.join(folder, name)).then(
      (found) => (found.isFile() ? found.size : 0),
      () => 0,
    )
    if (bytes > limit) break
  }
  return bytes
}
