import { readdir, readFile } from 'node:fs/promises'

/** Reads the socket folder of a project's running cluster from the command line of its process. */
export async function findSocketDir(clusters: string, ref: string): Promise<string> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const found = /unix_socket_directories=([^\0]+)/.exec(command)?.[1]
    if (found && command.includes(`${clusters}/projects/${ref}\0`)) return found
  }
  throw new Error(`No Postgres runs for ${ref}`)
}
