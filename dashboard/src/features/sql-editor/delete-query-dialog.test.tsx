import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../test/show.tsx'
import { DeleteQueryDialog } from './delete-query-dialog.tsx'

const query = { id: '0197a5f0-0000-7000-8000-000000000001', name: 'Counts' }
const request = `DELETE /platform/projects/${project.ref}/content/${query.id}`

function open(answers: Record<string, unknown>, isStored = true) {
  const sent = answerWith(answers)
  const onDeleted = vi.fn<(id: string) => void>()
  const onFailure = vi.fn<(message: string) => void>()
  showSignedIn(
    <DeleteQueryDialog
      projectRef={project.ref}
      query={query}
      isStored={isStored}
      onDeleted={onDeleted}
      onClose={() => undefined}
    />,
    { onFailure },
  )
  return { sent, onDeleted, onFailure }
}

const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Delete' }))

it('deletes a query that is stored on the server', async () => {
  const { sent, onDeleted } = open({ [request]: {} })
  await confirm()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledWith(query.id))
  expect(sent.map(({ request: each }) => each)).toEqual([request])
})

it('sends nothing for a query that was never saved', async () => {
  const { sent, onDeleted } = open({}, false)
  await confirm()
  expect(onDeleted).toHaveBeenCalledWith(query.id)
  expect(sent).toEqual([])
})

// An unhandled rejection would fail the run as well.
it('reports a failed deletion once and keeps the query', async () => {
  const { onDeleted, onFailure } = open({})
  await confirm()
  await waitFor(() => expect(onFailure).toHaveBeenCalledTimes(1))
  expect(onDeleted).not.toHaveBeenCalled()
})
