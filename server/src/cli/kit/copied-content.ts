import type { BranchContent } from '@stoa/contract/platform/branches'
import { invalidOption, type CommandInput, type Option } from './command.ts'

/** Options for the rows that a copy of a project begins with. */
export const copyOptions: readonly Option[] = [
  { name: 'schema-only', type: 'boolean', help: 'Leave the tables of the copy empty' },
  {
    name: 'anonymized',
    type: 'boolean',
    help: 'Replace the values that the rules of the project name',
  },
]

/** The content that these options choose; all data without one. */
export function copiedContent(input: CommandInput): BranchContent {
  if (input.isSet('schema-only') && input.isSet('anonymized'))
    throw invalidOption('Use either --schema-only or --anonymized.')
  if (input.isSet('anonymized')) return 'anonymized'
  return input.isSet('schema-only') ? 'schema' : 'data'
}
