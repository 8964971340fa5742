import { createOrganization, listOrganizations } from '@stoa/contract/platform/organizations'
import { jsonOption, type Command } from '../kit/command.ts'
import { json, table } from '../kit/output.ts'

export const organizationCommands: readonly Command[] = [
  {
    name: 'org create',
    summary: 'Create an organization',
    options: [
      { name: 'name', type: 'string', help: 'Up to 100 characters', isRequired: true },
      jsonOption,
    ],
    async run(input, { client, print }) {
      const organization = await client(createOrganization, {
        body: { name: input.text('name') ?? '', plan: 'free' },
      })
      const { name, slug } = organization
      print(input.isSet('json') ? json(organization) : `Created ${name}, slug ${slug}.`)
    },
  },
  {
    name: 'org list',
    summary: 'List the organizations',
    options: [jsonOption],
    async run(input, { client, print }) {
      const organizations = await client(listOrganizations)
      const rows = organizations.map(({ slug, name, plan, project_count }) => [
        slug,
        name,
        plan.name,
        String(project_count),
      ])
      print(
        input.isSet('json')
          ? json(organizations)
          : table(['SLUG', 'NAME', 'PLAN', 'PROJECTS'], rows, 'No organizations yet.'),
      )
    },
  },
]
