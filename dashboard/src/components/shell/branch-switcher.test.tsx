import type { Branch } from '@stoa/contract/platform/branches'
import { ProjectDetail } from '@stoa/contract/platform/projects'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { BranchSwitcher } from './branch-switcher.tsx'

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
const preview: Branch = {
  ...main,
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a01',
  name: 'fix/login',
  project_ref: 'b'.repeat(20),
  parent_project_ref: ref,
  is_default: false,
  is_persistent: false,
}
const starting: Branch = {
  ...preview,
  id: 'f9a8ad9f-6f3b-4fd5-8a8c-7f0a9a7b9a02',
  name: 'next',
  project_ref: 'c'.repeat(20),
  status: 'COMING_UP',
}

function show(at: string, abilities: string[]) {
  answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${at}/branches`]: [main, preview, starting],
  })
  const shown = ProjectDetail.parse({ ...project, ref: at, abilities })
  showSignedIn(inRouter(() => <BranchSwitcher project={shown} />))
}

it('names the open branch with its kind', async () => {
  show(preview.project_ref, ['branch:read'])
  expect(await screen.findByRole('button', { name: 'Branch: fix/login' })).toBeVisible()
  expect(screen.getByText('Preview')).toBeInTheDocument()
})

it('marks the project itself as production', async () => {
  show(ref, ['branch:read'])
  expect(await screen.findByRole('button', { name: 'Branch: main' })).toBeVisible()
  expect(screen.getByText('Production')).toBeInTheDocument()
})

it('lists the branches with their states, and offers a new one to those who can create it', async () => {
  show(ref, ['branch:read', 'branch:write'])
  await userEvent.click(await screen.findByRole('button', { name: 'Branch: main' }))
  const options = (await screen.findAllByRole('option')).map(({ textContent }) => textContent)
  expect(options).toEqual([
    'mainProduction',
    'fix/loginPreview',
    'nextStarting',
    'All branches',
    'Create branch',
  ])
})

it('offers no new branch to members who can only read', async () => {
  show(ref, ['branch:read'])
  await userEvent.click(await screen.findByRole('button', { name: 'Branch: main' }))
  expect(screen.queryByRole('option', { name: 'Create branch' })).toBeNull()
})
