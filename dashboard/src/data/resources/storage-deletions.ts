import {
  readStorageDeletion,
  startStorageDeletion,
} from '@stoa/contract/services/storage/deletions'
import { ApiError } from '../client/api-error.ts'
import type { Call } from '../client/api.ts'

const POLL_MS = 400

/**
 * Deletes all objects of a bucket whose names begin with a prefix, as a job of the server that goes on
 * when the page is closed. Resolves to how many were deleted; rejects if the job failed or somebody
 * canceled it.
 */
export async function deleteBelow(
  call: Call,
  params: { ref: string; bucket: string },
  prefix: string,
  onProgress: (deleted: number) => void,
): Promise<number> {
  let deletion = await call(startStorageDeletion, { params, body: { prefix } })
  while (deletion.state === 'running') {
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
    deletion = await call(readStorageDeletion, { params: { ...params, id: deletion.id } })
    onProgress(deletion.deleted)
  }
  if (deletion.state === 'done') return deletion.deleted
  const { state, message } = deletion
  throw new ApiError(
    state === 'canceled' ? 'The deletion was canceled.' : (message ?? 'The deletion failed.'),
    {
      code: 0,
      errorCode: `deletion_${state}`,
      hint: 'Files that are already deleted stay deleted. Start again to delete the others.',
    },
  )
}
