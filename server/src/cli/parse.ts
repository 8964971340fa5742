import { parseArgs } from 'node:util'
import { messageOf } from '../lib/describe-error.ts'
import { AppError } from '../lib/errors.ts'
import { invalidOption, type Command, type CommandInput } from './kit/command.ts'

export type Parsed =
  | { readonly kind: 'run'; readonly command: Command; readonly input: CommandInput }
  | { readonly kind: 'help'; readonly command: Command | undefined }

/**
 * Finds the command that a line names and reads its options. Throws `unknown_command` or
 * `invalid_option`, but a line that asks for help always gets it.
 */
export function parseLine(line: readonly string[], commands: readonly Command[]): Parsed {
  const words = line.filter((word) => !word.startsWith('-'))
  const name = words.slice(0, 2).join(' ')
  const command = findByName(words, commands)
  if (line.includes('--help') || line.includes('-h') || words[0] === 'help')
    return { kind: 'help', command: command ?? findByName(words.slice(1, 3), commands) }
  if (!command)
    throw new AppError(
      'unknown_command',
      words.length === 0 ? 'No command given.' : `The command "${name}" does not exist.`,
      { status: 400, hint: 'Run "npm run -s stoa -- --help" for the list of commands.' },
    )
  return { kind: 'run', command, input: readOptions(line, command) }
}

/** The name of a command has one word or two, and what follows can look like another one. */
export const findByName = (words: readonly string[], commands: readonly Command[]) =>
  commands.find((entry) => entry.name === words.slice(0, 2).join(' ')) ??
  commands.find((entry) => entry.name === words[0])

function readOptions(line: readonly string[], command: Command): CommandInput {
  const { values, positionals } = parse(line, command)
  const [argument, ...rest] = positionals.slice(command.name.split(' ').length)
  if (argument !== undefined && (command.argument === undefined || rest.length > 0))
    throw invalidOption(`Unexpected argument "${rest[0] ?? argument}".`)
  if (argument === undefined && command.argument !== undefined)
    throw invalidOption(`The argument <${command.argument}> is missing.`)
  for (const { name, isRequired } of command.options)
    if (isRequired && !values[name]) throw invalidOption(`The option --${name} is required.`)
  return {
    argument,
    text(name) {
      const value = values[name]
      return typeof value === 'string' ? value : undefined
    },
    isSet: (name) => values[name] === true,
  }
}

function parse(line: readonly string[], command: Command) {
  try {
    return parseArgs({
      args: [...line],
      options: Object.fromEntries(command.options.map(({ name, type }) => [name, { type }])),
      allowPositionals: true,
      strict: true,
    })
  } catch (error) {
    const [sentence] = messageOf(error).split('. ')
    throw invalidOption(`${sentence?.replace(/\.$/, '')}.`)
  }
}
