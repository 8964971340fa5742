import { readdir, readFile } from 'node:fs/promises'

/** The user ids of all processes that the system shows in `/proc`; none on a system without it. */
export async function accountsOfProcesses(): Promise<ReadonlySet<number>> {
  const entries = await readdir('/proc').catch(() => [])
  const ids = new Set<number>()
  for (const pid of entries.filter((name) => /^\d+$/.test(name))) {
    // A process that has ended has no status.
    const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
    const id = /^Uid:\s+(\d+)/m.exec(status)?.[1]
    if (id !== undefined) ids.add(Number(id))
  }
  return ids
}
