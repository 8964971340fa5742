import { readdir, readFile } from 'node:fs/promises'

export type RunningCluster = { readonly pid: number; readonly socketDir: string }

/** Finds a project's running cluster by the command line of its process. */
export async function findCluster(clusters: string, ref: string): Promise<RunningCluster> {
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue
    const command = await readFile(`/proc/${entry}/cmdline`, 'utf8').catch(() => '')
    const socketDir = /unix_socket_directories=([^\0]+)/.exec(command)?.[1]
    if (socketDir && command.includes(`${clusters}/projects/${ref}\0`))
      return { pid: Number(entry), socketDir }
  }
  throw new Error(`No Postgres runs for ${ref}`)
}

export const findSocketDir = async (clusters: string, ref: string): Promise<string> =>
  (await findCluster(clusters, ref)).socketDir
