import { generateTypes, TypeLanguage } from '@stoa/contract/services/meta/types'
import { invalidOption, jsonOption, type Command } from '../../cli/kit/command.ts'
import { findProject } from '../../cli/kit/find.ts'
import { json } from '../../cli/kit/output.ts'

/** The command line's commands for a project's database. */
export const databaseCommands: readonly Command[] = [
  {
    name: 'database types',
    summary: 'Print the types of the schemas that the Data API exposes',
    argument: 'name or ref',
    options: [
      {
        name: 'language',
        type: 'string',
        help: `One of ${TypeLanguage.options.join(', ')}; typescript if omitted`,
      },
      jsonOption,
    ],
    async run(given, { client, print }) {
      const language = TypeLanguage.safeParse(given.text('language') ?? 'typescript')
      if (!language.success)
        throw invalidOption(
          'The value of --language is not a supported language.',
          `Use one of ${TypeLanguage.options.join(', ')}.`,
        )
      const { ref } = await findProject(client, given.argument ?? '')
      const answer = await client(generateTypes, { params: { ref, language: language.data } })
      print(given.isSet('json') ? json(answer) : answer.types)
    },
  },
]
