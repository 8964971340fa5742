import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { NewProject } from './new-project.tsx'

afterEach(() => vi.unstubAllGlobals())

const show = (limit: { limit: number | null; active: number }) => {
  const free = {
    ...organization,
    plan: { id: 'free', name: 'Free' },
    abilities: ['project:create'],
  }
  answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [free],
    'GET /platform/organizations/acme/project-limit': limit,
  })
  showSignedIn(
    inRouter(() => (
      <NewProject slug="acme" onCreated={() => undefined} onCancel={() => undefined} />
    )),
  )
}

it('tells the limit of the plan before anything is filled in', async () => {
  show({ limit: 2, active: 2 })
  expect(await screen.findByText('Your Free plan includes 2 active projects')).toBeVisible()
  expect(screen.queryByLabelText('Name')).toBeNull()
})

it('leads to the fields that are empty', async () => {
  show({ limit: null, active: 0 })
  await userEvent.click(await screen.findByRole('button', { name: 'Create project' }))
  expect(await screen.findByText('Enter a name.')).toBeVisible()
  expect(await screen.findByText('Enter or generate a password.')).toBeVisible()
  await waitFor(() => expect(screen.getByLabelText('Name')).toHaveFocus())
})

it.each([
  { limit: 2, active: 1 },
  { limit: null, active: 7 },
])('shows the form with $active of $limit active projects', async (limit) => {
  show(limit)
  expect(await screen.findByLabelText('Name')).toBeVisible()
})
