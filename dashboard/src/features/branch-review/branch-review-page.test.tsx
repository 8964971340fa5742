import type { BranchChanges, BranchPlan } from '@stoa/contract/platform/branch-changes'
import { screen, within } from '@testing-library/react'
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
import { BranchReviewPage } from './branch-review-page.tsx'

const { ref } = project
const parentRef = 'parentparentparentpa'

const none: BranchChanges = {
  direction: 'to_parent',
  branch_ref: ref,
  parent_ref: parentRef,
  base: { taken_at: '2026-03-01T12:00:00.000Z', is_exact: true },
  differences: [],
  difference_count: 0,
  conflicts: [],
  conflict_count: 0,
}
const note = { kind: 'column', schema: 'public', parent: 'orders', name: 'note' }
const changes: BranchChanges = {
  ...none,
  differences: [
    {
      object: note,
      mark: 'changed',
      properties: [{ name: 'type', before: 'integer', after: 'bigint' }],
    },
    {
      object: { ...note, kind: 'table', parent: null, name: 'old' },
      mark: 'removed',
      properties: [],
    },
  ],
  difference_count: 2,
}
const plan: BranchPlan = {
  ...changes,
  plan_id: 'plan',
  target_digest: 'digest',
  statements: [
    {
      sql: 'DROP TABLE "public"."old"',
      verb: 'drop',
      object: { ...note, kind: 'table', parent: null, name: 'old' },
      is_destructive: true,
      lock: 'access_exclusive',
      rewrites: false,
      commits_first: false,
      error: null,
    },
  ],
  trial: 'passed',
  remaining: [],
}

type Options = {
  answer?: BranchChanges
  planned?: BranchPlan
  abilities?: readonly string[]
  parent?: string | null
}

function open({
  answer = changes,
  planned = plan,
  abilities = ['database:read', 'database:write'],
  parent = parentRef,
}: Options = {}) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/organizations': [organization],
    [`GET /platform/projects/${ref}`]: { ...project, abilities, parent_project_ref: parent },
    [`GET /platform/projects/${ref}/branch-changes`]: answer,
    [`POST /platform/projects/${ref}/branch-changes/plan`]: planned,
    [`POST /platform/projects/${ref}/branch-changes/merge`]: { statements: 1, migrations: 1 },
  })
  showSignedIn(
    inRouter(() => (
      <BranchReviewPage projectRef={ref} direction="to_parent" onDirection={() => undefined} />
    )),
  )
  return sent
}

it('lists tables with their changed parts, with the values before and after', async () => {
  open()
  expect(await screen.findByText('public.orders')).toBeVisible()
  expect(screen.getByText('column note')).toBeVisible()
  expect(screen.getAllByText('Changed')).toHaveLength(2)
  expect(screen.getByText('Removed')).toBeVisible()
  expect(screen.getByLabelText('type: Before')).toHaveTextContent('integer')
  expect(screen.getByLabelText('type: After')).toHaveTextContent('bigint')
})

it('says that there is no difference', async () => {
  open({ answer: none })
  expect(await screen.findByText('No difference')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Review statements' })).toBeNull()
})

it('merges exactly the plan that was reviewed, after a warning', async () => {
  const sent = open()
  await userEvent.click(await screen.findByRole('button', { name: 'Review statements' }))
  expect(await screen.findByText('Tried successfully')).toBeVisible()
  expect(screen.getByText('Destroys data')).toBeVisible()
  expect(screen.getByText('Blocks reads and writes')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Merge into parent' }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText('One statement destroys data.')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Merge into parent' }))
  await expect
    .poll(() => sent.find(({ request }) => request.endsWith('/merge'))?.body)
    .toEqual({ direction: 'to_parent', plan_id: 'plan', target_digest: 'digest' })
})

it('shows conflicts with both sides and offers no merge', async () => {
  const conflict = {
    object: note,
    base: 'type: integer',
    branch: 'type: bigint',
    parent: 'type: numeric',
  }
  const answer = { ...changes, conflicts: [conflict], conflict_count: 1 }
  open({ answer, planned: { ...plan, conflicts: [conflict], conflict_count: 1 } })
  expect(await screen.findByText('One conflict')).toBeVisible()
  expect(screen.getByText('type: bigint')).toBeVisible()
  expect(screen.getByText('type: numeric')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Review statements' }))
  expect(await screen.findByRole('button', { name: 'Merge into parent' })).toBeDisabled()
})

it('lets members who can only read see the changes', async () => {
  open({ abilities: ['database:read'] })
  expect(await screen.findByText('column note')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Review statements' })).toBeNull()
})

it('explains itself in a project that is no branch', async () => {
  open({ parent: null })
  expect(await screen.findByText('Not a branch')).toBeVisible()
})
