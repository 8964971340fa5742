import type { Branch } from '@stoa/contract/platform/branches'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import {
  answerWith,
  inRouter,
  organization,
  profile,
  project,
  showSignedIn,
} from '../../../test/show.tsx'
import { BranchesPage } from './branches-page.tsx'

const { ref } = project
const main: Branch = {
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a00',
  name: 'main',
  project_ref: ref,
  parent_project_ref: null,
  is_default: true,
  is_persistent: true,
  is_protected: false,
  content: 'data',
  copied_from: null,
  reset_at: null,
  git_branch: null,
  status: 'ACTIVE_HEALTHY',
  failure: null,
  created_by: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  expires_at: null,
  deletion_scheduled_at: null,
}
const staging: Branch = {
  ...main,
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a01',
  name: 'staging',
  project_ref: 'b'.repeat(20),
  parent_project_ref: ref,
  is_default: false,
  created_by: 'ada@example.com',
}
const preview: Branch = {
  ...staging,
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a02',
  name: 'fix/login',
  project_ref: 'c'.repeat(20),
  parent_project_ref: staging.project_ref,
  is_persistent: false,
  content: 'schema',
  git_branch: 'fix/login',
  expires_at: '2099-03-01T12:00:00.000Z',
}

const BUILDER = ['branch:read', 'branch:write']
const MANAGER = [...BUILDER, 'branch:manage']

function open(
  abilities: readonly string[],
  branches: readonly Branch[] = [main, staging, preview],
) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'GET /platform/projects': [],
    [`GET /platform/projects/${ref}`]: { ...project, abilities },
    [`GET /platform/projects/${ref}/branches`]: branches,
    [`POST /platform/projects/${ref}/branches`]: preview,
    [`POST /platform/projects/${staging.project_ref}/branches`]: preview,
    [`PATCH /platform/branches/${preview.project_ref}`]: preview,
    [`POST /platform/branches/${staging.project_ref}/reset`]: { ...staging, status: 'RESTORING' },
    [`DELETE /platform/branches/${staging.project_ref}`]: {
      ref: staging.project_ref,
      status: 'GOING_DOWN',
    },
  })
  showSignedIn(inRouter(() => <BranchesPage projectRef={ref} />))
  return sent
}

const row = async (name: string) => {
  const found = (await screen.findByText(name)).closest('tr')
  if (!found) throw new Error('The name is not in a table')
  return within(found)
}
const menu = async (name: string) => {
  await row(name)
  await userEvent.click(screen.getByRole('button', { name: `Actions for ${name}` }))
  return screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
}
const choose = async (name: string, item: string) => {
  await menu(name)
  await userEvent.click(screen.getByRole('menuitem', { name: item }))
}

it('lists the project and its branches with their kind and origin', async () => {
  open(MANAGER)
  expect((await row('main')).getByText('Production')).toBeInTheDocument()
  expect((await row('staging')).getByText('Copy of main')).toBeVisible()
  const shown = await row('fix/login')
  expect(shown.getByText('Preview')).toBeInTheDocument()
  expect(shown.getByText('Schema of staging · Git branch fix/login')).toBeVisible()
})

it('says why the copy of a branch failed', async () => {
  const failure = {
    code: 'disk_full',
    message: 'The disk is full.',
    hint: null,
    failed_at: '2026-03-01T12:00:00.000Z',
  }
  open(MANAGER, [main, { ...preview, status: 'INIT_FAILED', failure }])
  expect((await row('fix/login')).getByText('The disk is full.')).toBeVisible()
})

it('explains branches while there are none', async () => {
  open(BUILDER, [main])
  expect(await screen.findByText('No branches yet')).toBeVisible()
})

it.each([
  ['a reader', ['branch:read'], 'fix/login', ['Open', 'Review changes']],
  [
    'a developer, for a preview',
    BUILDER,
    'fix/login',
    ['Open', 'Review changes', 'Rename', 'Reset to parent', 'Delete branch'],
  ],
  ['a developer, for a persistent branch', BUILDER, 'staging', ['Open', 'Review changes']],
  ['a manager, for the project itself', MANAGER, 'main', ['Open']],
  [
    'a manager, for a preview',
    MANAGER,
    'fix/login',
    [
      'Open',
      'Review changes',
      'Rename',
      'Make persistent',
      'Protect',
      'Reset to parent',
      'Delete branch',
    ],
  ],
])('offers %s what they can do', async (_who, abilities, name, items) => {
  open(abilities)
  const offered = (await menu(name)).filter((label) => label !== 'Show all columns')
  expect(offered).toEqual(items)
})

it('protects a branch', async () => {
  const sent = open(MANAGER)
  await choose('fix/login', 'Protect')
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `PATCH /platform/branches/${preview.project_ref}`,
      body: { is_protected: true },
    }),
  )
})

it('resets a persistent branch only after its name was typed', async () => {
  const sent = open(MANAGER)
  await choose('staging', 'Reset to parent')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(/all rows and files of main/)).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Reset branch' })
  expect(confirm).toBeDisabled()
  await userEvent.type(dialog.getByRole('textbox'), 'staging')
  await userEvent.click(confirm)
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      `POST /platform/branches/${staging.project_ref}/reset`,
    ),
  )
})

it('deletes a branch only after its name was typed, and names the branches below it', async () => {
  const sent = open(MANAGER)
  await choose('staging', 'Delete branch')
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('fix/login')).toBeVisible()
  const confirm = dialog.getByRole('button', { name: 'Delete 2 branches' })
  expect(confirm).toBeDisabled()
  await userEvent.type(dialog.getByRole('textbox'), 'staging')
  await userEvent.click(confirm)
  await waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain(
      `DELETE /platform/branches/${staging.project_ref}`,
    ),
  )
})
