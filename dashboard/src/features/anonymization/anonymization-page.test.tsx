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
import { AnonymizationPage } from './anonymization-page.tsx'

const { ref } = project
const email = { schema: 'public', table: 'people', column: 'email', rule: 'fake_email' }
const phone = { schema: 'public', table: 'people', column: 'phone', rule: 'fake_phone' }
const columnOf = (rule: typeof email) => ({
  schema: rule.schema,
  table: rule.table,
  column: rule.column,
  type: 'text',
  is_nullable: true,
  suggestion: rule,
})

function open(change: object = {}, rules: readonly object[] = [email]) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    'GET /platform/projects': [],
    [`GET /platform/projects/${ref}`]: {
      ...project,
      abilities: ['branch:read', 'branch:manage', 'database:read'],
      ...change,
    },
    [`GET /platform/projects/${ref}/anonymization`]: { rules, updated_at: null, updated_by: null },
    [`GET /platform/projects/${ref}/anonymization/columns`]: [columnOf(email), columnOf(phone)],
    [`PUT /platform/projects/${ref}/anonymization`]: {
      rules: [...rules, phone],
      updated_at: null,
      updated_by: null,
    },
  })
  showSignedIn(inRouter(() => <AnonymizationPage projectRef={ref} />))
  return sent
}

it('adds rules for the columns that look like personal data', async () => {
  const sent = open()
  expect(await screen.findByText('1 column without a rule looks like personal data')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add 1 suggestion' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `PUT /platform/projects/${ref}/anonymization`,
      body: { rules: [email, phone] },
    }),
  )
  await waitFor(() =>
    expect(within(screen.getByRole('table')).getByText('Fake phone number')).toBeVisible(),
  )
  expect(screen.queryByText(/looks like personal data/)).not.toBeInTheDocument()
})

it('removes a rule', async () => {
  const sent = open()
  await userEvent.click(
    await screen.findByRole('button', { name: 'Actions for public.people.email' }),
  )
  await userEvent.click(screen.getByRole('menuitem', { name: 'Remove rule' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `PUT /platform/projects/${ref}/anonymization`,
      body: { rules: [] },
    }),
  )
})

it('only shows the rules of the project on a branch', async () => {
  open({ parent_project_ref: 'b'.repeat(20) })
  expect(await screen.findByText('These are the rules of the project')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Add rule' })).not.toBeInTheDocument()
  expect(screen.queryByText(/personal data/)).not.toBeInTheDocument()
})
