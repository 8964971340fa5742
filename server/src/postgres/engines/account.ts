import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'

/** The operating system account that clusters run as, where it differs from the server's own. */
export type Account = { readonly name: string; readonly uid: number; readonly gid: number }

/** In the order tried. `nobody` is on every Linux; a `postgres` account keeps other daemons out of the data. */
const CANDIDATES = ['stoa', 'postgres', 'nobody']

/**
 * Postgres refuses to run as root. Started as root, clusters run as an unprivileged account;
 * started as anybody else, they run as that person and the answer is undefined.
 */
export async function findUnprivilegedAccount(preferred?: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const lines = (await readFile('/etc/passwd', 'utf8')).split('\n')
  for (const name of preferred === undefined ? CANDIDATES : [preferred]) {
    const fields = lines.find((line) => line.startsWith(`${name}:`))?.split(':')
    const uid = Number(fields?.[2])
    const gid = Number(fields?.[3])
    if (fields && uid > 0 && Number.isInteger(gid)) return { name, uid, gid }
  }
  throw new AppError(
    'no_unprivileged_account',
    'Postgres does not run as root, and no other account was found to run it as.',
    {
      status: 500,
      hint: 'Create one with "useradd --system stoa", or start Stoa as another user.',
    },
  )
}
