import type { Backup, RestoreTarget } from '@stoa/contract/platform/backups'
import { formatMoment } from '../../lib/dates.ts'
import { nameOfBackup } from './backup-words.ts'
import { formatSecond } from './moments.ts'

/** The moment or backup that a person has chosen, and its name in dialogs. */
export type RestoreChoice = { target: RestoreTarget; label: string }

/** Undefined while no moment is chosen that can be restored. */
export function momentOf(time: number | undefined): RestoreChoice | undefined {
  if (time === undefined) return undefined
  return { target: { kind: 'time', at: new Date(time).toISOString() }, label: formatSecond(time) }
}

export const choiceOf = (backup: Backup): RestoreChoice => ({
  target: { kind: 'backup', id: backup.id },
  label: `“${nameOfBackup(backup)}” of ${formatMoment(backup.completed_at ?? backup.started_at)}`,
})
