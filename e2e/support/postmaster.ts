import { readdir, readFile, readlink } from 'node:fs/promises'
import type { StartedServer } from './server.ts'

/** The process id of a project's Postgres. */
export async function postmasterOf(
  { dataDir }: Pick<StartedServer, 'dataDir'>,
  ref: string,
): Promise<number> {
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => '')
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (cwd.startsWith(dataDir) && command.includes('\0-D\0') && command.includes(ref))
      return Number(pid)
  }
  throw new Error('The project has no Postgres')
}
