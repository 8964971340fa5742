import { readdir, readFile } from 'node:fs/promises'

/**
 * Returns the proportional memory (PSS) in megabytes of the given processes and their children, and
 * of processes whose command line contains one of the words. The words find Postgres clusters,
 * which are not children of the server process.
 */
export async function proportionalMemory(words: readonly string[], pids: readonly number[]) {
  let kilobytes = 0
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const isOurs =
      pids.includes(Number(entry)) ||
      words.some((word) => command.includes(word)) ||
      (await isBelow(Number(entry), words, pids))
    if (!isOurs) continue
    const rollup = await readFile(`/proc/${entry}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}

// A Postgres backend changes its command line, but that of its parent, the postmaster, contains the
// data folder.
async function isBelow(pid: number, words: readonly string[], pids: readonly number[]) {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const parent = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1] ?? 0)
  if (parent <= 1) return false
  if (pids.includes(parent)) return true
  const command = await readFile(`/proc/${parent}/cmdline`, 'utf8').catch(() => '')
  return words.some((word) => command.includes(word))
}

/** Resident memory of one process in megabytes. */
export async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? Number.NaN) / 1024
}
