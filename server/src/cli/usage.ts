import type { Command, Option } from './kit/command.ts'
import { columns } from './kit/output.ts'

const CALL = 'npm run -s stoa --'

/** The help text of all commands, or of one command with its options. */
export function usage(commands: readonly Command[], command?: Command): string {
  if (command) return commandUsage(command)
  return [
    `Usage: ${CALL} <command> [options]`,
    '',
    columns(commands.map(({ name, summary }) => [`  ${name}`, summary])),
    '',
    `Run ${CALL} <command> --help for the options of a command.`,
  ].join('\n')
}

function commandUsage({ name, summary, argument, options }: Command): string {
  const required = options.filter(({ isRequired }) => isRequired).map(spell)
  const words = [CALL, name, ...(argument ? [`<${argument}>`] : []), ...required, '[options]']
  return [
    `Usage: ${words.join(' ')}`,
    '',
    `${summary}.`,
    '',
    columns(options.map((option) => [`  ${spell(option)}`, option.help])),
  ].join('\n')
}

const spell = ({ name, type }: Option) => (type === 'string' ? `--${name} <text>` : `--${name}`)
