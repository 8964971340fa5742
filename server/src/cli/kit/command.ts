import { AppError } from '../../lib/errors.ts'
import type { Client } from './client.ts'

export type Option = {
  readonly name: string
  readonly type: 'string' | 'boolean'
  readonly help: string
  readonly isRequired?: boolean
}

/** The arguments of a call; required values are always present. */
export type CommandInput = {
  /** The positional argument, if the command has one. */
  readonly argument: string | undefined
  text(name: string): string | undefined
  isSet(name: string): boolean
}

export type Io = {
  readonly client: Client
  readonly print: (text: string) => void
  /** The data folder of the installation on this machine. */
  readonly dataFolder: string
  /** The file of the installation key. */
  readonly keyFile: string
  /** Reads the standard input to its end. */
  readonly readInput: () => Promise<string>
}

/** One command of the command line, including its help text. */
export type Command = {
  /** For example `project create`. */
  readonly name: string
  readonly summary: string
  /** The name of the positional argument; if present, the argument is required. */
  readonly argument?: string
  readonly options: readonly Option[]
  run(input: CommandInput, io: Io): Promise<void>
}

/** 400: a line has an option that its command does not take, or lacks one. */
export const invalidOption = (
  message: string,
  hint = 'Run the command with --help for its arguments and options.',
): AppError => new AppError('invalid_option', message, { status: 400, hint })

/** An option of every command: prints the result as one JSON value instead of text. */
export const jsonOption: Option = {
  name: 'json',
  type: 'boolean',
  help: 'Print JSON',
}
