import {
  createBranch,
  deleteBranch,
  listBranches,
  resetBranch,
  restoreBranch,
  updateBranch,
  type Branch,
} from '@stoa/contract/platform/branches'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Client } from '../kit/client.ts'
import {
  invalidOption,
  jsonOption,
  type Command,
  type CommandInput,
  type Io,
  type Option,
} from '../kit/command.ts'
import { copiedContent, copyOptions } from '../kit/copied-content.ts'
import { findProject } from '../kit/find.ts'
import { json, table } from '../kit/output.ts'
import { waitUntil } from '../kit/wait.ts'

const ARGUMENT = 'name or ref'
const projectOption: Option = {
  name: 'project',
  type: 'string',
  help: 'Name or ref of the project',
  isRequired: true,
}
const DAY_MS = 24 * 3_600_000

export const branchCommands: readonly Command[] = [
  {
    name: 'branches list',
    summary: 'List the branches of a project',
    argument: ARGUMENT,
    options: [jsonOption],
    run: list,
  },
  {
    name: 'branches create',
    summary: 'Create a branch of a project',
    argument: 'branch name',
    options: [
      projectOption,
      { name: 'from', type: 'string', help: 'Copy this branch instead of the project' },
      ...copyOptions,
      { name: 'at', type: 'string', help: 'Copy this past moment, such as 2026-03-01T12:00:00Z' },
      { name: 'persistent', type: 'boolean', help: 'Keep the branch until it is deleted' },
      { name: 'days', type: 'string', help: 'Delete the branch after this number of days' },
      { name: 'wait', type: 'boolean', help: 'Wait until the command has finished' },
      jsonOption,
    ],
    run: create,
  },
  {
    name: 'branches update',
    summary: 'Rename a branch, make it persistent, or protect it from deletion',
    argument: ARGUMENT,
    options: [
      projectOption,
      { name: 'name', type: 'string', help: 'New name' },
      { name: 'persistent', type: 'boolean', help: 'Keep the branch until it is deleted' },
      { name: 'protect', type: 'boolean', help: 'Refuse its deletion' },
      { name: 'unprotect', type: 'boolean', help: 'Allow its deletion' },
      jsonOption,
    ],
    run: update,
  },
  {
    name: 'branches delete',
    summary: 'Delete a branch and everything in it',
    argument: ARGUMENT,
    options: [
      projectOption,
      { name: 'include-branches', type: 'boolean', help: 'Delete the branches below it as well' },
      jsonOption,
    ],
    async run(input, io) {
      const branch = await findBranch(input, io.client)
      const answer = await io.client(deleteBranch, {
        params: { ref: branch.project_ref },
        query: input.isSet('include-branches') ? { include_branches: 'true' } : {},
      })
      io.print(input.isSet('json') ? json(answer) : `Deleted ${branch.name} (${answer.ref}).`)
    },
  },
  {
    name: 'branches reset',
    summary: 'Replace the data of a branch with a fresh copy of its parent',
    argument: ARGUMENT,
    options: [
      projectOption,
      { name: 'wait', type: 'boolean', help: 'Wait until the command has finished' },
      jsonOption,
    ],
    run: reset,
  },
  {
    name: 'branches restore',
    summary: 'Cancel the scheduled deletion of a branch',
    argument: ARGUMENT,
    options: [projectOption, jsonOption],
    async run(input, io) {
      const { project_ref: ref } = await findBranch(input, io.client)
      const branch = await io.client(restoreBranch, { params: { ref } })
      show(branch, input, io)
    },
  },
]

async function list(input: CommandInput, { client, print }: Io): Promise<void> {
  const { ref } = await findProject(client, input.argument ?? '')
  const branches = await client(listBranches, { params: { ref } })
  const rows = branches.map((branch) => [
    branch.name,
    branch.project_ref,
    branch.status,
    kindOf(branch),
    branch.deletion_scheduled_at ?? branch.expires_at ?? '',
  ])
  print(
    input.isSet('json')
      ? json(branches)
      : table(['NAME', 'REF', 'STATUS', 'KIND', 'ENDS'], rows, 'No branches yet.'),
  )
}

async function create(input: CommandInput, io: Io): Promise<void> {
  const { client } = io
  const project = await findProject(client, input.text('project') ?? '')
  const from = input.text('from')
  const source =
    from === undefined ? project.ref : (await branchNamed(client, project.ref, from)).project_ref
  const days = input.text('days')
  const branch = await client(createBranch, {
    params: { ref: source },
    body: {
      name: input.argument ?? '',
      content: copiedContent(input),
      copied_from: momentOf(input.text('at')),
      git_branch: null,
      is_persistent: input.isSet('persistent'),
      expires_at: days === undefined ? null : expiryIn(days),
    },
  })
  if (input.isSet('wait')) await waitUntil(client, branch.project_ref, 'ACTIVE_HEALTHY')
  const branches = await client(listBranches, { params: { ref: project.ref } })
  show(branches.find(({ id }) => id === branch.id) ?? branch, input, io)
}

function momentOf(at: string | undefined): string | null {
  if (at === undefined) return null
  const time = new Date(at)
  if (Number.isNaN(time.getTime()))
    throw invalidOption('--at needs a time, such as 2026-03-01T12:00:00Z.')
  return time.toISOString()
}

async function reset(input: CommandInput, io: Io): Promise<void> {
  const { client } = io
  const { project_ref: ref } = await findBranch(input, client)
  const branch = await client(resetBranch, { params: { ref } })
  if (input.isSet('wait')) await waitUntil(client, ref, 'ACTIVE_HEALTHY')
  const branches = await client(listBranches, { params: { ref } })
  show(branches.find(({ id }) => id === branch.id) ?? branch, input, io)
}

function expiryIn(days: string): string {
  if (!/^\d{1,3}$/.test(days)) throw invalidOption('--days needs a number of days.')
  return new Date(systemClock.now().getTime() + Number(days) * DAY_MS).toISOString()
}

async function update(input: CommandInput, io: Io): Promise<void> {
  if (input.isSet('protect') && input.isSet('unprotect'))
    throw invalidOption('Use either --protect or --unprotect.')
  const { project_ref: ref } = await findBranch(input, io.client)
  const name = input.text('name')
  const branch = await io.client(updateBranch, {
    params: { ref },
    body: {
      ...(name !== undefined && { name }),
      ...(input.isSet('persistent') && { is_persistent: true }),
      ...(input.isSet('protect') && { is_protected: true }),
      ...(input.isSet('unprotect') && { is_protected: false }),
    },
  })
  show(branch, input, io)
}

async function findBranch(input: CommandInput, client: Client): Promise<Branch> {
  const { ref } = await findProject(client, input.text('project') ?? '')
  return branchNamed(client, ref, input.argument ?? '')
}

async function branchNamed(client: Client, ref: string, nameOrRef: string): Promise<Branch> {
  const branches = await client(listBranches, { params: { ref } })
  const branch =
    branches.find(({ project_ref }) => project_ref === nameOrRef) ??
    branches.find(({ name }) => name === nameOrRef)
  if (branch) return branch
  throw new AppError('unknown_branch', `No branch has the name or ref "${nameOrRef}".`, {
    status: 404,
    hint: `Run "npm run -s stoa -- branches list ${ref}" to list the branches.`,
  })
}

function show(branch: Branch, input: CommandInput, { print }: Io): void {
  print(
    input.isSet('json')
      ? json(branch)
      : `${branch.name} (${branch.project_ref}), ${kindOf(branch)}, is ${branch.status}.`,
  )
}

function kindOf({ is_default, is_persistent, is_protected }: Branch): string {
  if (is_default) return 'production'
  const kind = is_persistent ? 'persistent' : 'preview'
  return is_protected ? `${kind}, protected` : kind
}
