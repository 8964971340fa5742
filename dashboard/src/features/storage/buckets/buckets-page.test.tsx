import { fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { BucketsPage } from './buckets-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const path = `/platform/storage/${project.ref}/buckets`
const bucket = {
  id: 'avatars',
  public: true,
  file_size_limit: 5 * 1024 * 1024,
  allowed_mime_types: ['image/*'],
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  object_count: 10_000,
}

const job = {
  id: '0de1e7ed-0000-4000-8000-000000000001',
  bucket: 'avatars',
  verb: 'delete',
  prefixes: [''],
  state: 'done',
  total: 12_000,
  finished: 12_000,
  skipped: 0,
  skipped_names: [],
  message: null,
  created_at: '2026-01-01T00:00:00Z',
  ended_at: '2026-01-01T00:00:01Z',
}

/** Shows the page to a member with these permissions, and returns the requests. */
function show(abilities: string[], buckets: unknown = [bucket]) {
  const sent = answerWith({
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET ${path}`]: buckets,
    [`POST ${path}/avatars/jobs`]: { ...job, state: 'running', finished: 0 },
    [`GET ${path}/avatars/jobs/${job.id}`]: job,
    [`DELETE ${path}/avatars`]: {},
  })
  showSignedIn(
    inRouter(() => (
      <BucketsPage projectRef={project.ref} isCreating={false} onCreating={() => undefined} />
    )),
  )
  return sent
}

const WRITE = ['storage:read', 'storage:write']

it('lists buckets with access, count, limit and types', async () => {
  show(WRITE)
  const row = await screen.findByRole('row', { name: /avatars/ })
  for (const text of ['Public', '10,000+', '5 MB', 'image/*'])
    expect(within(row).getByText(text)).toBeInTheDocument()
})

it('offers no action to a member who can only read', async () => {
  show(['storage:read'])
  expect(await screen.findByRole('link', { name: 'avatars' })).toBeVisible()
  expect(screen.queryByRole('button', { name: 'New bucket' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Actions for avatars' })).toBeNull()
})

it('names the missing permission to a member without read access', async () => {
  const sent = show([])
  expect(await screen.findByText('storage:read')).toBeVisible()
  expect(sent.map(({ request }) => request)).not.toContain(`GET ${path}`)
})

it('says what buckets are for when there is none', async () => {
  show(WRITE, [])
  expect(await screen.findByText('No buckets yet')).toBeVisible()
})

it('deletes a bucket with its files after its name is typed', async () => {
  const sent = show(WRITE)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions for avatars' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Delete bucket' }))
  const confirm = screen.getByRole('button', { name: 'Delete bucket' })
  expect(confirm).toBeDisabled()
  fireEvent.change(screen.getByLabelText(/Type avatars/), { target: { value: 'avatars' } })
  await userEvent.click(confirm)
  await vi.waitFor(() => expect(screen.queryByRole('dialog')).toBeNull(), 3000)
  const changes = sent.map(({ request }) => request).filter((text) => !text.startsWith('GET'))
  expect(changes).toEqual([`POST ${path}/avatars/jobs`, `DELETE ${path}/avatars`])
})
