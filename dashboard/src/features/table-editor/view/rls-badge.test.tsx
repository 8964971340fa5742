import { fireEvent, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import { RlsBadge } from './rls-badge.tsx'

afterEach(() => vi.unstubAllGlobals())

const table = {
  id: 7,
  schema: 'public',
  name: 'note',
  kind: 'table' as const,
  comment: null,
  rls_enabled: true,
  partition_of: null,
  policy_count: 1,
  columns: [],
  primary_key: [],
  foreign_keys: [],
  constraints: [],
  policies: [
    {
      name: 'Read',
      command: 'SELECT' as const,
      is_permissive: true,
      comment: null,
      roles: ['anon'],
      using: 'true',
      check: null,
    },
  ],
  indexes: [],
  view_definition: null,
  can: { insert: true, update: true, delete: true },
}

function show(canWrite: boolean) {
  const sent = answerWith({
    [`POST /platform/meta/${project.ref}/object-changes`]: { statements: [] },
  })
  showSignedIn(
    <RlsBadge
      projectRef={project.ref}
      table={table}
      canWrite={canWrite}
      onCreatePolicy={() => undefined}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'RLS · 1 policy' }))
  return sent
}

it('deletes a policy after a question', async () => {
  const sent = show(true)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for Read' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete policy' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Delete policy' }))
  await vi.waitFor(() =>
    expect(sent[0]?.body).toEqual({
      change: {
        kind: 'drop',
        object: { type: 'policy', schema: 'public', table: 'note', name: 'Read' },
        cascade: false,
      },
    }),
  )
})

it('only shows policies to members who can’t change the database', async () => {
  show(false)
  expect(await screen.findByText('Read')).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Actions for Read' })).toBeNull()
})
