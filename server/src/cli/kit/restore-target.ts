import type { RestoreTarget } from '@stoa/contract/platform/backups'
import { invalidOption, type CommandInput, type Option } from './command.ts'

/** Names a backup. */
export const backupOption: Option = {
  name: 'backup',
  type: 'string',
  help: 'Id of the backup, as printed by "backups list"',
}

/** Name a backup or a moment. */
export const targetOptions: readonly Option[] = [
  backupOption,
  { name: 'at', type: 'string', help: 'Moment to restore, such as 2026-03-01T12:00:00Z' },
]

/** The backup or the moment that a line names. Throws 400 `invalid_option`. */
export function targetOf(input: CommandInput): RestoreTarget {
  const id = input.text('backup')
  const at = input.text('at')
  if ((id === undefined) === (at === undefined))
    throw invalidOption('Name either --backup or --at.')
  if (id !== undefined) return { kind: 'backup', id }
  const time = new Date(at ?? '')
  if (Number.isNaN(time.getTime()))
    throw invalidOption(`"${at}" is not a time.`, 'Write it as 2026-03-01T12:00:00Z.')
  return { kind: 'time', at: time.toISOString() }
}
