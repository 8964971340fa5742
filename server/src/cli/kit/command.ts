import type { Client } from './client.ts'

export type Option = {
  readonly name: string
  readonly type: 'string' | 'boolean'
  readonly help: string
  readonly isRequired?: boolean
}

/** What a command was called with; a value that is required is there. */
export type Given = {
  /** The word behind the command, where it takes one. */
  readonly argument: string | undefined
  text(name: string): string | undefined
  isSet(name: string): boolean
}

export type Io = { readonly client: Client; readonly print: (text: string) => void }

/** One command of the command line, and all that its help says. */
export type Command = {
  /** `project create`. */
  readonly name: string
  readonly summary: string
  /** Name of the one word it takes besides options, required where it is there. */
  readonly argument?: string
  readonly options: readonly Option[]
  run(given: Given, io: Io): Promise<void>
}

/** Every command has it: the answer as one JSON value in place of words for people. */
export const jsonOption: Option = {
  name: 'json',
  type: 'boolean',
  help: 'Print JSON',
}
