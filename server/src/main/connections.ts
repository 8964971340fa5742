import { AppError } from '../lib/errors.ts'

/** Open files for databases, logs, uploads and functions. */
const OWN_FILES = 512
/** The share of the open files that is reserved for these, if it is larger. */
const OWN_SHARE = 0.25
/** Minimum number of connections if no limit per address is set. */
const CONNECTIONS = 1000

/**
 * The number of connections that clients can have open together. Rejects if the system allows fewer
 * open files than one client address may use.
 */
export function maxConnections(openFiles: number, maxPerAddress: number): number {
  const needed = OWN_FILES + (maxPerAddress || CONNECTIONS)
  if (openFiles < needed)
    throw new AppError(
      'too_few_open_files',
      `The system allows the server only ${openFiles} open files, but it needs ${needed}.`,
      {
        status: 500,
        hint: `Raise the limit, with "ulimit -n ${needed}" or LimitNOFILE in systemd, or lower STOA_MAX_CONNECTIONS_PER_ADDRESS.`,
      },
    )
  return Number.isFinite(openFiles)
    ? Math.floor(openFiles - Math.max(OWN_FILES, openFiles * OWN_SHARE))
    : openFiles
}
