import { readFile } from 'node:fs/promises'
import { AppError } from '../../lib/errors.ts'

/** The operating system account that clusters run as, if it differs from the server's own. */
export type Account = {
  readonly name: string
  readonly uid: number
  readonly gid: number
  /** Only one cluster uses the account, so all of its processes end with that cluster. */
  readonly isOwn?: true
  /** False if its clusters run without a network. */
  readonly hasNetwork?: false
}

/**
 * In the order tried. Every Linux has `nobody`; a dedicated `postgres` account keeps other daemons
 * away from the data.
 */
const CANDIDATES = ['stoa', 'postgres', 'nobody']

/**
 * Postgres refuses to run as root. When the server runs as root, clusters run as an unprivileged
 * account; otherwise they run as the server's account, and this returns undefined.
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
    'Postgres cannot run as root, and no other account was found to run it.',
    {
      status: 500,
      hint: 'Create one with "useradd --system stoa", or start Stoa as another user.',
    },
  )
}
