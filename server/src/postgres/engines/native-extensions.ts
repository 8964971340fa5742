import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { Account } from './account.ts'
import { runAs } from './run.ts'

/** An extension of an engine's installation that is used instead of the server's stand-in. */
export type NativeExtension = {
  readonly name: string
  /** Its library exists, and each cluster loads it at its start. */
  readonly isPreloaded: boolean
}

/** The oldest versions with the tables and functions that projects need. */
const OLDEST: readonly (readonly [name: string, version: readonly [number, number]])[] = [
  // Older launchers cannot be turned off, and would run each job a second time.
  ['pg_cron', [1, 6]],
  ['pg_stat_statements', [1, 10]],
  ['pgmq', [1, 5]],
  ['supabase_vault', [0, 3]],
]
/** SQL alone, without a library. */
const WITHOUT_LIBRARY: ReadonlySet<string> = new Set(['pgmq'])

/**
 * The extensions that replace stand-ins on this engine. pg_net is not among them: its worker sends
 * requests to any address, and the server's refuses private ones.
 */
export async function findNativeExtensions(
  account: Account | undefined,
  binDir: string,
): Promise<readonly NativeExtension[]> {
  const share = await shareFolder(account, binDir)
  if (share === undefined) return []
  return OLDEST.flatMap(([name, oldest]) => {
    const version = defaultVersion(path.join(share, 'extension', `${name}.control`))
    if (version === undefined || isOlder(version, oldest)) return []
    return [{ name, isPreloaded: !WITHOUT_LIBRARY.has(name) && hasLibrary(binDir, name) }]
  })
}

/** `initdb --show` names the folder, and needs no data directory for it. */
async function shareFolder(
  account: Account | undefined,
  binDir: string,
): Promise<string | undefined> {
  const shown = await runAs(account, '/bin/sh', [
    '-c',
    '"$0" --show -D /nonexistent 2>&1 || true',
    path.join(binDir, 'initdb'),
  ])
  return /^share_path=(.+)$/m.exec(shown)?.[1]
}

function defaultVersion(controlFile: string): readonly [number, number] | undefined {
  if (!existsSync(controlFile)) return undefined
  const found = /^[ \t]*default_version[ \t]*=[ \t]*'(\d+)(?:\.(\d+))?/m.exec(
    readFileSync(controlFile, 'utf8'),
  )
  return found ? [Number(found[1]), Number(found[2] ?? 0)] : undefined
}

const isOlder = (
  [major, minor]: readonly [number, number],
  [oldestMajor, oldestMinor]: readonly [number, number],
) => major < oldestMajor || (major === oldestMajor && minor < oldestMinor)

/** Debian's installations have their libraries in `lib`, others in a folder of it. */
const hasLibrary = (binDir: string, name: string): boolean =>
  ['../lib', '../lib/postgresql'].some((folder) =>
    ['so', 'dylib'].some((ending) => existsSync(path.join(binDir, folder, `${name}.${ending}`))),
  )
