import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import type { SessionView } from '../session/session-view.ts'
import { BulkDialog } from './bulk-dialog.tsx'

afterEach(() => vi.unstubAllGlobals())

const column = (name: string, type: string, category: string) =>
  ({
    name,
    type,
    base_type: type,
    category,
    enum_values: null,
    is_nullable: true,
    default_value: null,
    identity: null,
    is_generated: false,
    comment: null,
  }) as unknown as Column

const table = {
  id: 7,
  name: 'note',
  columns: [column('title', 'text', 'S'), column('size', 'integer', 'N')],
  foreign_keys: [],
} as unknown as TableDetail

const path = `POST /platform/meta/${project.ref}/tables/7/rows/bulk-changes`
const changes = [
  { before: { id: '1' }, after: { id: '1' }, from: { size: '1' }, to: { size: '5' } },
]

function show(kind: 'edit' | 'delete', { keys = ['1'], held = 0 } = {}) {
  const sent = answerWith({
    [path]: {
      count: { value: 3, is_exact: true },
      statement: 'update "note" set "size" = \'5\'',
      is_undoable: true,
      changes,
    },
  })
  const recordBulk = vi.fn<SessionView['recordBulk']>()
  const onClose = vi.fn<() => void>()
  const none = () => () => undefined
  const session = {
    projectRef: project.ref,
    table,
    chosen: { all: () => new Map(keys.map((id) => [Number(id), { id }])) },
    edits: { subscribe: none, pending: () => [] },
    review: { subscribe: none, changes: () => Array.from({ length: held }) },
    recordBulk,
  } as unknown as SessionView
  const filter = { column: 'size', operator: 'gt' as const, value: '2' }
  showSignedIn(
    <BulkDialog
      session={session}
      view={{ filters: [filter], match: 'all', sorts: [] }}
      kind={kind}
      initialRows="selected"
      onClose={onClose}
    />,
  )
  return { sent, recordBulk, onClose, filter }
}

const choose = async (label: string, start: string) => {
  // A closed list selects the option that starts with the typed text.
  act(() => screen.getByRole('combobox', { name: label }).focus())
  await userEvent.keyboard(start)
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

it('shows count and SQL, then changes the selected rows', async () => {
  const { sent, recordBulk, onClose } = show('edit')
  await choose('Column', 'size')
  await userEvent.type(screen.getByRole('textbox', { name: /size/ }), '5')
  await press('Preview')
  expect(await screen.findByText('3 rows will be changed, in one transaction.')).toBeVisible()
  expect(screen.getByText(/update "note"/)).toBeVisible()
  const request = {
    rows: { kind: 'keys', keys: [{ id: '1' }] },
    action: { kind: 'set', column: 'size', to: { kind: 'value', value: '5' } },
  }
  expect(sent[0]?.body).toEqual({ ...request, dry_run: true })
  await press('Change 3 rows')
  await vi.waitFor(() => expect(onClose).toHaveBeenCalledOnce())
  expect(sent[1]?.body).toEqual({
    ...request,
    dry_run: false,
    expected_count: 3,
    save_token: expect.stringMatching(/^[\da-f-]{36}$/),
  })
  expect(recordBulk).toHaveBeenCalledExactlyOnceWith('bulk edit of size', changes)
})

it('sends the filters and an expression for all matching rows', async () => {
  const { sent, filter } = show('edit')
  await choose('Rows', 'All')
  await choose('New value', 'The')
  await press('Preview')
  await screen.findByRole('button', { name: 'Change 3 rows' })
  expect(sent[0]?.body).toMatchObject({
    rows: { kind: 'matching', filters: [filter], match: 'all' },
    action: { kind: 'set', column: 'title', to: { kind: 'expression', expression: 'lower' } },
  })
})

it('names a wrong value without sending it', async () => {
  const { sent } = show('edit')
  await choose('Column', 'size')
  await userEvent.type(screen.getByRole('textbox', { name: /size/ }), 'five')
  await press('Preview')
  expect(await screen.findByText('“five” is not an integer.')).toBeVisible()
  expect(sent).toEqual([])
})

it('deletes rows after a preview', async () => {
  const { sent } = show('delete', { keys: [] })
  await press('Preview')
  expect(await screen.findByText('3 rows will be deleted, in one transaction.')).toBeVisible()
  await press('Delete 3 rows')
  await vi.waitFor(() => expect(sent[1]?.body).toMatchObject({ action: { kind: 'delete' } }))
})

it('waits for changes that were collected', () => {
  show('edit', { held: 1 })
  expect(screen.getByRole('button', { name: 'Preview' })).toBeDisabled()
})
