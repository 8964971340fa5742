import { endpoint } from '@stoa/contract/endpoint'
import { listServices, listSettings } from '@stoa/contract/platform/projects'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { jsonOption, type Command, type CommandInput, type Io } from '../kit/command.ts'
import { findProject } from '../kit/find.ts'
import { fields, json, table } from '../kit/output.ts'

const ARGUMENT = 'name or ref'
const Values = z.record(z.string(), z.unknown())

/** Updates any section; the server validates the section and its fields. */
const updateSection = endpoint({
  method: 'PATCH',
  path: '/platform/projects/{ref}/config/{section}',
  access: 'project:update',
  params: z.object({ ref: z.string(), section: z.string() }),
  body: Values,
  response: Values,
})

/** The commands for a project's services, which work for any set of services. */
export const serviceCommands: readonly Command[] = [
  {
    name: 'project services',
    summary: 'Show the state of each service of a project',
    argument: ARGUMENT,
    options: [jsonOption],
    async run(input, { client, print }) {
      const { ref } = await findProject(client, input.argument ?? '')
      const services = await client(listServices, { params: { ref } })
      const rows = services.map(({ name, title, status, error }) => [
        name,
        title,
        status,
        error?.message ?? '',
      ])
      print(
        input.isSet('json')
          ? json(services)
          : table(['NAME', 'TITLE', 'STATUS', 'ERROR'], rows, 'The project has no services.'),
      )
    },
  },
  {
    name: 'settings show',
    summary: 'Show the settings of a project, section by section',
    argument: ARGUMENT,
    options: [jsonOption],
    async run(input, { client, print }) {
      const { ref } = await findProject(client, input.argument ?? '')
      const sections = await client(listSettings, { params: { ref } })
      const lines = Object.entries(sections).flatMap(([section, values]) =>
        Object.entries(values).map(([name, value]) => [section, name, JSON.stringify(value)]),
      )
      print(
        input.isSet('json')
          ? json(sections)
          : table(['SECTION', 'NAME', 'VALUE'], lines, 'The project has no settings.'),
      )
    },
  },
  {
    name: 'settings set',
    summary: 'Change one setting of a project',
    argument: ARGUMENT,
    options: [
      {
        name: 'section',
        type: 'string',
        help: 'Section name, as printed by "settings show"',
        isRequired: true,
      },
      { name: 'name', type: 'string', help: 'Setting name', isRequired: true },
      { name: 'value', type: 'string', help: 'New value, as JSON or plain text', isRequired: true },
      jsonOption,
    ],
    run: change,
  },
]

async function change(input: CommandInput, { client, print }: Io): Promise<void> {
  const { ref } = await findProject(client, input.argument ?? '')
  const section = input.text('section') ?? ''
  const name = input.text('name') ?? ''
  const sections = await client(listSettings, { params: { ref } })
  if (sections[section] === undefined || !(name in sections[section]))
    throw new AppError('unknown_setting', `The setting ${section}.${name} does not exist.`, {
      status: 404,
      hint: 'Run "npm run -s stoa -- settings show" to list the settings.',
    })
  const values = await client(updateSection, {
    params: { ref, section: section.replaceAll('_', '-') },
    body: { [name]: readValue(input.text('value') ?? '') },
  })
  print(input.isSet('json') ? json(values) : fields({ [name]: JSON.stringify(values[name]) }))
}

function readValue(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
