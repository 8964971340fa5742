import { randomBytes } from 'node:crypto'
import {
  cancelRestore,
  confirmRestore,
  createBackup,
  deleteBackup,
  readBackups,
  restoreProject,
  restoreToNewProject,
  undoRestore,
  verifyBackup,
  type Backup,
} from '@stoa/contract/platform/backups'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import {
  jsonOption,
  type Command,
  type CommandInput,
  type Io,
  type Option,
} from '../kit/command.ts'
import { findProject } from '../kit/find.ts'
import { json, table } from '../kit/output.ts'
import { backupOption, targetOf, targetOptions } from '../kit/restore-target.ts'
import { waitUntil } from '../kit/wait.ts'

const ARGUMENT = 'name or ref'
const waitOption: Option = {
  name: 'wait',
  type: 'boolean',
  help: 'Wait until the project is available again',
}
/** The commands for the backups of a project. */
export const backupCommands: readonly Command[] = [
  {
    name: 'backups list',
    summary: 'List the backups of a project and the moments that can be restored',
    argument: ARGUMENT,
    options: [jsonOption],
    run: list,
  },
  {
    name: 'backups create',
    summary: 'Take a backup now',
    argument: ARGUMENT,
    options: [
      { name: 'name', type: 'string', help: 'Up to 100 characters', isRequired: true },
      jsonOption,
    ],
    async run(input, io) {
      const { ref, name } = await projectOf(input, io)
      const backup = await io.client(createBackup, {
        params: { ref },
        body: { name: input.text('name') ?? '' },
      })
      io.print(
        input.isSet('json') ? json(backup) : `A backup of ${name} (${ref}) will be taken now.`,
      )
    },
  },
  {
    name: 'backups verify',
    summary: 'Restore a backup on a trial basis. "backups list" shows the result',
    argument: ARGUMENT,
    options: [{ ...backupOption, isRequired: true }],
    async run(input, io) {
      const { ref } = await projectOf(input, io)
      await io.client(verifyBackup, { params: { ref, backup_id: input.text('backup') ?? '' } })
      io.print('The verification has started.')
    },
  },
  {
    name: 'backups delete',
    summary: 'Delete a backup. Moments that only it makes restorable are lost',
    argument: ARGUMENT,
    options: [{ ...backupOption, isRequired: true }],
    async run(input, io) {
      const { ref } = await projectOf(input, io)
      await io.client(deleteBackup, { params: { ref, backup_id: input.text('backup') ?? '' } })
      io.print('Deleted the backup.')
    },
  },
  {
    name: 'backups restore',
    summary: 'Restore a project to a backup or a moment. Its current state is kept for 7 days',
    argument: ARGUMENT,
    options: [...targetOptions, waitOption, jsonOption],
    async run(input, io) {
      const target = targetOf(input)
      const { ref } = await projectOf(input, io)
      const started = await io.client(restoreProject, { params: { ref }, body: { target } })
      await showStatus(started, input, io)
    },
  },
  {
    name: 'backups undo',
    summary: 'Bring back the state of a project before its last restore',
    argument: ARGUMENT,
    options: [waitOption, jsonOption],
    async run(input, io) {
      const { ref } = await projectOf(input, io)
      const started = await io.client(undoRestore, { params: { ref } })
      await showStatus(started, input, io)
    },
  },
  {
    name: 'backups cancel',
    summary: 'Cancel a restore that is in progress',
    argument: ARGUMENT,
    options: [waitOption, jsonOption],
    async run(input, io) {
      const { ref } = await projectOf(input, io)
      const started = await io.client(cancelRestore, { params: { ref } })
      await showStatus(started, input, io)
    },
  },
  {
    name: 'backups confirm',
    summary: 'Delete the state of a project before its last restore',
    argument: ARGUMENT,
    options: [],
    async run(input, io) {
      const { ref, name } = await projectOf(input, io)
      await io.client(confirmRestore, { params: { ref } })
      io.print(`Kept the restored state of ${name} (${ref}).`)
    },
  },
  {
    name: 'backups clone',
    summary: 'Restore a backup or a moment into a new project',
    argument: ARGUMENT,
    options: [
      ...targetOptions,
      { name: 'name', type: 'string', help: 'Name of the new project', isRequired: true },
      { name: 'password', type: 'string', help: 'Database password; generated if omitted' },
      waitOption,
      jsonOption,
    ],
    async run(input, io) {
      const target = targetOf(input)
      const { ref } = await projectOf(input, io)
      const created = await io.client(restoreToNewProject, {
        params: { ref },
        body: {
          target,
          name: input.text('name') ?? '',
          db_pass: input.text('password') ?? randomBytes(24).toString('base64url'),
        },
      })
      await showStatus(created, input, io)
    },
  },
]

const projectOf = (input: CommandInput, { client }: Io) => findProject(client, input.argument ?? '')

async function list(input: CommandInput, io: Io): Promise<void> {
  const { ref } = await projectOf(input, io)
  const shown = await io.client(readBackups, { params: { ref } })
  if (input.isSet('json')) return io.print(json(shown))
  if (!shown.is_enabled) return io.print('This installation makes no backups.')
  const rows = shown.backups.map((backup) => [
    backup.id,
    backup.name ?? 'scheduled',
    backup.status,
    backup.completed_at ?? backup.started_at,
    checkOf(backup),
  ])
  io.print(table(['ID', 'NAME', 'STATUS', 'TIME', 'VERIFICATION'], rows, 'No backups yet.'))
  for (const { from, until } of shown.reach) io.print(`Restorable: ${from} to ${until}`)
  if (shown.kept_state)
    io.print(`The state before the last restore is kept until ${shown.kept_state.kept_until}.`)
}

const checkOf = ({ failure, verification }: Backup): string =>
  failure ?? (verification && (verification.is_sound ? 'sound' : verification.message)) ?? ''

/** Prints the status that the command has led to, or with --wait the one at the end. */
async function showStatus(
  started: { readonly ref: string; readonly status: ProjectStatus },
  input: CommandInput,
  { client, print }: Io,
): Promise<void> {
  const { ref } = started
  const { status } = input.isSet('wait') ? await waitUntil(client, ref, 'ACTIVE_HEALTHY') : started
  print(input.isSet('json') ? json({ ref, status }) : `${ref} is ${status}.`)
}
