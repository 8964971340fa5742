import type { StorageBucket } from '@stoa/contract/services/storage/members'
import { storageSettings } from '@stoa/contract/services/storage/settings'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { ApiError } from '../../../data/client/api-error.ts'
import { isTooLarge, SizeLimit } from './size-limit.tsx'
import type { Upload } from './upload-queue.ts'

afterEach(() => vi.unstubAllGlobals())

const MB = 1024 * 1024
const bucket: StorageBucket = {
  id: 'photos',
  public: false,
  file_size_limit: null,
  allowed_mime_types: null,
  created_at: '2026-01-01T00:00:00Z',
  updated_at: '2026-01-01T00:00:00Z',
}

function show(limit: number | null) {
  answerWith({
    [`GET /platform/projects/${project.ref}/config/storage`]: {
      ...storageSettings.defaults,
      file_size_limit: 50 * MB,
    },
  })
  showSignedIn(
    inRouter(() => (
      <SizeLimit projectRef={project.ref} bucket={{ ...bucket, file_size_limit: limit }} />
    )),
  )
}

it('recognizes a file that the server rejects because of its size', () => {
  const upload: Upload = {
    id: '1',
    name: 'big.mov',
    file: new File([], 'big.mov'),
    state: 'failed',
    sent: 0,
    error: new ApiError('Maximum size exceeded', { code: 413 }),
  }
  expect(isTooLarge(upload)).toBe(true)
  expect(isTooLarge({ ...upload, error: new ApiError('No', { code: 409 }) })).toBe(false)
})

it.each([null, 60 * MB])('names the project’s limit where the bucket has %s', async (limit) => {
  show(limit)
  expect(await screen.findByText(/project’s limit of 50 MB/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Change limit' })).toHaveAttribute(
    'href',
    `/project/${project.ref}/settings/storage`,
  )
})

it('names the bucket’s limit where it is lower', async () => {
  show(5 * MB)
  expect(await screen.findByText(/bucket’s limit of 5 MB/)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Edit bucket' })).toBeVisible()
})
