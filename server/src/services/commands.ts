import type { Command } from '../cli/kit/command.ts'
import { functionCommands } from './functions/commands.ts'
import { databaseCommands } from './meta/commands.ts'

/** The command line's part of the services, apart from their declarations: it loads none of them. */
export const serviceCommands: readonly Command[] = [...databaseCommands, ...functionCommands]
