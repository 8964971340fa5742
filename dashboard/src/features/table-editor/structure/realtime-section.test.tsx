import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import { RealtimeSection } from './realtime-section.tsx'

afterEach(() => vi.unstubAllGlobals())

const { ref } = project
const table = { id: 7, schema: 'public', name: 'todos' }
const publication = {
  id: 1,
  name: 'supabase_realtime',
  owner: 'postgres',
  locked_by: null,
  is_for_all_tables: false,
  publishes_insert: true,
  publishes_update: true,
  publishes_delete: true,
  publishes_truncate: true,
  schemas: [],
  tables: [],
  comment: null,
}

function show(changes: object) {
  const sent = answerWith({
    [`GET /platform/meta/${ref}/objects/publications`]: [{ ...publication, ...changes }],
    [`POST /platform/meta/${ref}/object-changes`]: { statements: ['alter publication …'] },
  })
  showSignedIn(<RealtimeSection projectRef={ref} table={table} canChange />)
  return sent
}

it('enables realtime for a table that is not in its publication', async () => {
  const sent = show({})
  expect(await screen.findByText(/^Off:/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Enable realtime' }))
  const dialog = await screen.findByRole('dialog', { name: 'Enable realtime for todos?' })
  expect(dialog).toBeVisible()
  await vi.waitFor(() =>
    expect(sent.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({
        change: {
          kind: 'change_publication_tables',
          name: 'supabase_realtime',
          add: [{ schema: 'public', name: 'todos' }],
          drop: [],
        },
      }),
    ),
  )
})

it('offers to disable it for a table of the publication', async () => {
  show({ tables: [7] })
  expect(await screen.findByText(/^On: clients/)).toBeVisible()
  expect(screen.getByRole('button', { name: 'Disable realtime' })).toBeVisible()
})

it('has no switch if the publication has the whole schema', async () => {
  show({ schemas: ['public'] })
  expect(await screen.findByText(/all tables of this schema/)).toBeVisible()
  expect(screen.queryByRole('button')).toBeNull()
})
