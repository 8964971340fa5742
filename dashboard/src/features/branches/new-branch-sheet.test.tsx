import type { Branch } from '@stoa/contract/platform/branches'
import { ProjectDetail } from '@stoa/contract/platform/projects'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../test/show.tsx'
import { NewBranchSheet } from './new-branch-sheet.tsx'

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
const created: Branch = { ...main, project_ref: 'b'.repeat(20), is_default: false }

function open(abilities: string[], answer: unknown = created, rules: readonly string[] = []) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${ref}/anonymization`]: {
      rules: rules.map((column) => ({ schema: 'public', table: 'people', column, rule: 'null' })),
      updated_at: null,
      updated_by: null,
    },
    [`GET /platform/projects/${ref}/backups`]: {
      is_enabled: true,
      backups: [],
      reach: [{ from: '2026-03-01T10:00:00.000Z', until: '2026-03-01T12:00:00.000Z' }],
      retention_days: 7,
      is_on_same_disk: false,
      files: null,
      kept_state: null,
    },
    [`POST /platform/projects/${ref}/branches`]: answer,
  })
  const onClose = vi.fn<() => void>()
  const shown = ProjectDetail.parse({ ...project, abilities })
  showSignedIn(
    inRouter(() => <NewBranchSheet project={shown} branches={[main]} onClose={onClose} />),
  )
  return { sent, onClose }
}
const submit = async (name: string) => {
  await userEvent.type(await screen.findByLabelText('Name'), name)
  await userEvent.click(screen.getByRole('button', { name: 'Create branch' }))
}

it('creates a preview that expires, with the chosen content', async () => {
  const { sent, onClose } = open(['branch:write'])
  await userEvent.click(await screen.findByRole('radio', { name: /^Schema only/ }))
  await submit('fix/login')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { body } = sent.find(({ request }) => request.startsWith('POST')) ?? {}
  expect(body).toEqual({
    name: 'fix/login',
    content: 'schema',
    copied_from: null,
    git_branch: null,
    is_persistent: false,
    expires_at: expect.stringMatching(/^\d{4}-/),
  })
})

it('anonymizes data once the project has rules, and copies a past moment', async () => {
  const { sent, onClose } = open(['branch:write'], created, ['email', 'phone'])
  expect(await screen.findByText(/new values in 2 columns/)).toBeVisible()
  await userEvent.click(screen.getByRole('radio', { name: /^Anonymized data/ }))
  ;(await screen.findByRole('combobox', { name: 'State' })).focus()
  await userEvent.keyboard('{Enter}')
  await userEvent.click(await screen.findByRole('option', { name: /earlier moment/ }))
  await submit('past')
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const { body } = sent.find(({ request }) => request.startsWith('POST')) ?? {}
  expect(body).toMatchObject({ content: 'anonymized', copied_from: '2026-03-01T12:00:00.000Z' })
})

it('does not offer anonymized data without rules', async () => {
  open(['branch:write'])
  expect(await screen.findByRole('link', { name: 'Choose columns' })).toBeVisible()
  expect(screen.getByRole('radio', { name: /^Anonymized data/ })).toBeDisabled()
})

it('offers a persistent branch only to members who can manage branches', async () => {
  open(['branch:write'])
  // jsdom has no pointers, which the select needs for a click.
  ;(await screen.findByRole('combobox', { name: 'Keep for' })).focus()
  await userEvent.keyboard('{Enter}')
  expect(screen.getAllByRole('option').map(({ textContent }) => textContent)).toEqual([
    '1 day',
    '7 days',
    '30 days',
  ])
})

it('explains a name that Git refuses, and one that is taken', async () => {
  const taken = Response.json(
    { code: 'branch_name_taken', message: 'The project has a branch named "a" already.' },
    { status: 409 },
  )
  open(['branch:write'], taken)
  await submit('a..b')
  expect(await screen.findByRole('alert')).toHaveTextContent(/in a row/)
  await userEvent.clear(screen.getByLabelText('Name'))
  await submit('a')
  expect(await screen.findByText(/has a branch named "a" already/)).toBeVisible()
})
