import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { inRouter, showSignedIn } from '../../../../test/show.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import type { RemovalResult } from '../session/session-view.ts'
import { DeleteRowsDialog } from './delete-rows-dialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Confirms the deletion of two rows with this result. */
async function remove(result: RemovalResult) {
  const onClose = vi.fn<() => void>()
  showSignedIn(
    inRouter(() => (
      <DeleteRowsDialog
        session={{
          table: { id: 7, name: 'note' } as TableDetail,
          removeRows: () => Promise.resolve(result),
        }}
        rows={[
          { id: 1, key: { id: '1' }, version: null },
          { id: 2, key: { id: '2' }, version: null },
        ]}
        onClose={onClose}
      />
    )),
  )
  await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 rows' }))
  return onClose
}

it('offers to restore deleted rows', async () => {
  const tell = vi.spyOn(toast, 'success').mockReturnValue()
  const undo = vi.fn<() => Promise<void>>()
  const onClose = await remove({ state: 'saved', kept: 0, undo })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  const [message, options] = tell.mock.calls[0] ?? []
  expect(message).toBe('2 rows deleted')
  options?.action?.onClick()
  expect(undo).toHaveBeenCalledOnce()
})

it('tells of rows that a trigger or rule has kept', async () => {
  const warn = vi.spyOn(toast, 'warning').mockReturnValue()
  const onClose = await remove({ state: 'saved', kept: 1, undo: undefined })
  await waitFor(() => expect(onClose).toHaveBeenCalled())
  expect(warn.mock.calls.map(([message]) => message)).toEqual(['1 row not deleted'])
})

it('stays open with the reason if the rows cannot be deleted', async () => {
  const message = 'note is still referenced.'
  const onClose = await remove({
    state: 'rejected',
    message,
    code: 'foreign_key_violation',
    change: undefined,
  })
  expect(await screen.findByText(message)).toBeDefined()
  expect(onClose).not.toHaveBeenCalled()
})
