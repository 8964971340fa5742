import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { DeleteRowsDialog } from './delete-rows-dialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it.each([
  [2, undefined],
  [1, '1 row not deleted'],
  [0, '2 rows not deleted'],
])(
  'tells of rows that a trigger or rule has kept if %i of 2 are deleted',
  async (deleted, kept) => {
    const warn = vi.spyOn(toast, 'warning').mockReturnValue()
    const onClose = vi.fn<() => void>()
    answerWith({ [`POST /platform/meta/${project.ref}/tables/7/rows/delete`]: { deleted } })
    showSignedIn(
      inRouter(() => (
        <DeleteRowsDialog
          projectRef={project.ref}
          table={{ id: 7, name: 'note' } as TableDetail}
          keys={[{ id: '1' }, { id: '2' }]}
          onDeleted={() => {}}
          onClose={onClose}
        />
      )),
    )
    await userEvent.click(await screen.findByRole('button', { name: 'Delete 2 rows' }))
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(warn.mock.calls.map(([message]) => message)).toEqual(kept === undefined ? [] : [kept])
  },
)
