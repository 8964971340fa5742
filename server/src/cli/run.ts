import path from 'node:path'
import { messageOf } from '../lib/describe-error.ts'
import { AppError } from '../lib/errors.ts'
import { serviceCommands as commandsOfServices } from '../services/commands.ts'
import { createClient } from './kit/client.ts'
import type { Command } from './kit/command.ts'
import { accountCommands } from './commands/account.ts'
import { extensionCommands } from './commands/extension.ts'
import { backupCommands } from './commands/backups.ts'
import { branchCommands } from './commands/branches.ts'
import { lookCommands } from './commands/looks.ts'
import { replicaCommands } from './commands/replicas.ts'
import { organizationCommands } from './commands/organization.ts'
import { ownerCommands } from './commands/owner.ts'
import { projectCommands } from './commands/project.ts'
import { recoverCommands } from './commands/recover.ts'
import { recoveryCommands } from './commands/recovery.ts'
import { serviceCommands } from './commands/services.ts'
import { readOperatorFile } from './kit/operator-file.ts'
import { findByName, parseLine } from './parse.ts'
import { usage } from './usage.ts'

export type CliOptions = {
  readonly env: NodeJS.ProcessEnv
  readonly checkout: string
  readonly readInput: () => Promise<string>
  readonly print: (text: string) => void
  readonly printError: (text: string) => void
}

const commands: readonly Command[] = [
  ...ownerCommands,
  ...accountCommands,
  ...organizationCommands,
  ...projectCommands,
  ...branchCommands,
  ...replicaCommands,
  ...serviceCommands,
  ...backupCommands,
  ...lookCommands,
  ...recoveryCommands,
  ...recoverCommands,
  ...extensionCommands,
  ...commandsOfServices,
]

/** Runs one command line and returns the exit code, 0 or 1. Errors are printed to stderr. */
export async function runCli(line: readonly string[], options: CliOptions): Promise<0 | 1> {
  const { env, checkout, print, printError, readInput } = options
  const dataFolder = path.resolve(checkout, env['STOA_DATA_DIR'] || '.stoa')
  const keyFile = path.resolve(
    checkout,
    env['STOA_INSTALLATION_KEY_FILE'] || path.join(dataFolder, 'installation.key'),
  )
  try {
    const parsed = parseLine(line, commands)
    if (parsed.kind === 'help') {
      print(usage(commands, parsed.command))
      return 0
    }
    const client = createClient(() => readOperatorFile(dataFolder))
    await parsed.command.run(parsed.input, { client, print, dataFolder, keyFile, readInput })
    return 0
  } catch (error) {
    printError(describe(error))
    const { code } = error instanceof AppError ? error : { code: undefined }
    if (code === 'unknown_command') printError(`\n${usage(commands)}`)
    if (code === 'invalid_option') printError(`\n${usage(commands, commandOf(line))}`)
    return 1
  }
}

const commandOf = (line: readonly string[]) => {
  const words = line.filter((word) => !word.startsWith('-'))
  return findByName(words, commands)
}

function describe(error: unknown): string {
  if (!(error instanceof AppError)) return messageOf(error)
  const sentence = `${error.code}: ${error.message}`
  return error.hint ? `${sentence}\n${error.hint}` : sentence
}
