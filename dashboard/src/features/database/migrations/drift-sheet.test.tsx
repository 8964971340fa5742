import type { Drift } from '@stoa/contract/services/meta/drift'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import { DriftSheet } from './drift-sheet.tsx'

afterEach(() => vi.unstubAllGlobals())

const changed: Drift = {
  side: 'changed',
  kind: 'function',
  schema: 'public',
  table: null,
  name: 'add',
  signature: 'integer',
  record_sql: 'create or replace function add',
  undo_sql: null,
  version: '20260101000000',
  differences: [
    { property: 'body', before: 'begin\n  return 1;\nend', after: 'begin\n  return 2;\nend' },
    { property: 'security', before: null, after: 'definer' },
  ],
}

function show(item: Drift, uncompared = 0) {
  const sent = answerWith({
    [`POST /platform/meta/${project.ref}/drift-records`]: { statements: [] },
  })
  const drift = {
    items: [item],
    unrecorded: 0,
    missing: 0,
    changed: 1,
    uncompared,
    migrations: 1,
    unread: 0,
  }
  showSignedIn(
    <DriftSheet projectRef={project.ref} drift={drift} canWrite onClose={() => undefined} />,
  )
  return sent
}

it('shows both sides of each property that differs', () => {
  show(changed)
  const body = screen.getByText('Body').parentElement
  if (body === null) throw new Error('The property has no frame')
  expect(within(body).getByLabelText('In the migrations')).toHaveTextContent('return 1;')
  expect(within(body).getByLabelText('In the database')).toHaveTextContent('return 2;')
  expect(within(body).getByText('return 2;')).toHaveClass('bg-success-soft')
  expect(screen.getByText('Not set')).toBeInTheDocument()
})

it('records the function with the types of its arguments', async () => {
  const sent = show(changed, 2)
  fireEvent.click(
    screen.getByRole('button', { name: 'Record as migration: function public.add(integer)' }),
  )
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toEqual([
      {
        side: 'changed',
        kind: 'function',
        schema: 'public',
        table: null,
        name: 'add',
        signature: 'integer',
      },
    ])
  expect(screen.getByText(/2 properties could not be compared/)).toBeInTheDocument()
})
