import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { RECOVERY_WAL_FOLDER } from '../../postgres/clusters/archive.ts'

/** Where a recovery ends: when the backup is consistent, before a time's next commit, or with the WAL. */
export type RecoveryEnd =
  | { readonly kind: 'consistent' }
  | { readonly kind: 'time'; readonly at: Date }
  | { readonly kind: 'all' }

const FILE = 'postgresql.auto.conf'
/** Settings of an earlier recovery, of which two together would be refused. */
const EARLIER = /^\s*(?:recovery_\w+|restore_command|archive_cleanup_command)\s*=/

/**
 * Makes the next start of a data directory a recovery that ends writable. Without the signal, which
 * Postgres removes then, the settings have no effect.
 */
export async function writeRecovery(dataDir: string, end: RecoveryEnd): Promise<void> {
  const file = path.join(dataDir, FILE)
  const kept = (await readFile(file, 'utf8')).split('\n').filter((line) => !EARLIER.test(line))
  const settings = {
    restore_command: `cp ${RECOVERY_WAL_FOLDER}/%f "%p"`,
    recovery_target_action: 'promote',
    recovery_target_timeline: 'latest',
    ...targetOf(end),
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = '${value}'`)
  await writeFile(file, [...kept, ...lines, ''].join('\n'))
  await writeFile(path.join(dataDir, 'recovery.signal'), '', { mode: 0o600 })
}

function targetOf(end: RecoveryEnd): Readonly<Record<string, string>> {
  if (end.kind === 'consistent') return { recovery_target: 'immediate' }
  return end.kind === 'time' ? { recovery_target_time: toSetting(end.at) } : {}
}

/** The setting is read before time zones are, so only a number is one. */
const toSetting = (at: Date) => at.toISOString().replace('T', ' ').replace('Z', '+00')
