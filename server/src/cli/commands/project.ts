import { randomBytes } from 'node:crypto'
import { cloneProject } from '@stoa/contract/platform/clones'
import {
  createProject,
  deleteProject,
  listProjects,
  pauseProject,
  resumeProject,
} from '@stoa/contract/platform/projects'
import {
  jsonOption,
  type Command,
  type CommandInput,
  type Io,
  type Option,
} from '../kit/command.ts'
import { copiedContent, copyOptions } from '../kit/copied-content.ts'
import { findOrganization, findProject } from '../kit/find.ts'
import { fields, json, table } from '../kit/output.ts'
import { readProjectCard, type ProjectCard } from '../project-card.ts'
import { waitUntil } from '../kit/wait.ts'

const ARGUMENT = 'name or ref'
const waitOption: Option = {
  name: 'wait',
  type: 'boolean',
  help: 'Wait until the command has finished',
}

export const projectCommands: readonly Command[] = [
  {
    name: 'project create',
    summary: 'Create a project',
    options: [
      { name: 'name', type: 'string', help: 'Up to 100 characters', isRequired: true },
      { name: 'org', type: 'string', help: 'Organization; optional if there is only one' },
      {
        name: 'password',
        type: 'string',
        help: 'Database password; generated if omitted',
      },
      waitOption,
      jsonOption,
    ],
    run: create,
  },
  {
    name: 'project list',
    summary: 'List the projects',
    options: [
      { name: 'org', type: 'string', help: 'List only the projects of this organization' },
      jsonOption,
    ],
    run: list,
  },
  {
    name: 'project show',
    summary: 'Show a project with its URLs and keys',
    argument: ARGUMENT,
    options: [jsonOption],
    async run(input, io) {
      const { ref } = await findProject(io.client, input.argument ?? '')
      await showCard(ref, input, io)
    },
  },
  {
    name: 'project clone',
    summary: 'Create a project with the data, files, functions and settings of another one',
    argument: ARGUMENT,
    options: [
      { name: 'name', type: 'string', help: 'Name of the new project', isRequired: true },
      { name: 'org', type: 'string', help: 'Its organization; that of the project by default' },
      { name: 'password', type: 'string', help: 'Database password; generated if omitted' },
      ...copyOptions,
      waitOption,
      jsonOption,
    ],
    run: clone,
  },
  {
    name: 'project pause',
    summary: 'Pause a project. Data is kept; the API and database are unavailable',
    argument: ARGUMENT,
    options: [waitOption, jsonOption],
    async run(input, { client, print }) {
      const { ref, name } = await findProject(client, input.argument ?? '')
      const asked = await client(pauseProject, { params: { ref } })
      const { status } = input.isSet('wait') ? await waitUntil(client, ref, 'INACTIVE') : asked
      print(input.isSet('json') ? json({ ref, status }) : `${name} (${ref}) is ${status}.`)
    },
  },
  {
    name: 'project wake',
    summary: 'Resume a paused project or wake a sleeping one',
    argument: ARGUMENT,
    options: [waitOption, jsonOption],
    async run(input, { client, print }) {
      const { ref, name } = await findProject(client, input.argument ?? '')
      const asked = await client(resumeProject, { params: { ref } })
      const { status } = input.isSet('wait')
        ? await waitUntil(client, ref, 'ACTIVE_HEALTHY')
        : asked
      print(input.isSet('json') ? json({ ref, status }) : `${name} (${ref}) is ${status}.`)
    },
  },
  {
    name: 'project delete',
    summary: 'Delete a project, which can be restored for seven days',
    argument: ARGUMENT,
    options: [
      { name: 'include-branches', type: 'boolean', help: 'Delete its branches as well' },
      jsonOption,
    ],
    async run(input, { client, print }) {
      const { ref, name } = await findProject(client, input.argument ?? '')
      const answer = await client(deleteProject, {
        params: { ref },
        query: input.isSet('include-branches') ? { include_branches: 'true' } : {},
      })
      print(input.isSet('json') ? json(answer) : `Deleted ${name} (${ref}).`)
    },
  },
]

async function create(input: CommandInput, io: Io): Promise<void> {
  const { client } = io
  const organization = await findOrganization(client, input.text('org'))
  const { ref } = await client(createProject, {
    body: {
      organization_slug: organization.slug,
      name: input.text('name') ?? '',
      db_pass: input.text('password') ?? randomBytes(24).toString('base64url'),
    },
  })
  if (input.isSet('wait')) await waitUntil(client, ref, 'ACTIVE_HEALTHY')
  await showCard(ref, input, io)
}

async function clone(input: CommandInput, io: Io): Promise<void> {
  const { client } = io
  const source = await findProject(client, input.argument ?? '')
  const org = input.text('org')
  const { ref } = await client(cloneProject, {
    params: { ref: source.ref },
    body: {
      organization_slug:
        org === undefined ? source.organization_slug : (await findOrganization(client, org)).slug,
      name: input.text('name') ?? '',
      db_pass: input.text('password') ?? randomBytes(24).toString('base64url'),
      content: copiedContent(input),
    },
  })
  if (input.isSet('wait')) await waitUntil(client, ref, 'ACTIVE_HEALTHY')
  await showCard(ref, input, io)
}

async function list(input: CommandInput, { client, print }: Io): Promise<void> {
  const org = input.text('org')
  const slug = org === undefined ? undefined : (await findOrganization(client, org)).slug
  const projects = (await client(listProjects)).filter(
    ({ organization_slug }) => slug === undefined || organization_slug === slug,
  )
  const rows = projects.map(({ ref, name, status, compute, organization_slug }) => [
    ref,
    name,
    status,
    compute,
    organization_slug,
  ])
  print(
    input.isSet('json')
      ? json(projects)
      : table(['REF', 'NAME', 'STATUS', 'COMPUTE', 'ORGANIZATION'], rows, 'No projects yet.'),
  )
}

async function showCard(ref: string, input: CommandInput, { client, print }: Io): Promise<void> {
  const card = await readProjectCard(client, ref)
  print(input.isSet('json') ? json(card) : cardFields(card))
}

const cardFields = (card: ProjectCard) =>
  fields({
    Name: card.name,
    Ref: card.ref,
    Organization: card.organization_slug,
    Status: card.failure ? `${card.status}: ${card.failure.message}` : card.status,
    Compute: card.compute,
    API: card.api_url,
    'Publishable key': card.publishable_key,
    'Secret key': card.secret_key,
    'Anon key': card.anon_key,
    'Service role key': card.service_role_key,
    'JWT secret': card.jwt_secret,
    Database: card.connection_string,
  })
