import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { ActionsProvider } from '../../../components/actions/actions.tsx'
import { Explorer } from './explorer.tsx'
import type { ExplorerSearch } from './explorer-search.ts'

const bucket = {
  id: 'files',
  public: false,
  file_size_limit: null,
  allowed_mime_types: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const object = (name: string) => ({
  id: name,
  name,
  size: 3,
  content_type: 'application/zip',
  cache_control: null,
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
})

const doneJob = {
  id: '0de1e7ed-0000-4000-8000-000000000001',
  verb: 'move',
  bucket: 'files',
  prefixes: ['photos/'],
  state: 'done',
  total: 2,
  finished: 2,
  skipped: 0,
  skipped_names: [],
  message: null,
  created_at: '2026-03-01T12:00:00.000Z',
  ended_at: '2026-03-01T12:00:00.000Z',
}

/** Waits long enough for results after a pause in typing, or after several requests. */
const PATIENT = { timeout: 10_000 }

/** The jobs that the page started. */
let started: unknown[] = []

const FOLDERS: Record<string, object> = {
  '': { folders: ['photos/'], objects: [object('a.zip'), object('b.zip')] },
  'photos/': { folders: ['photos/empty/'], objects: [object('photos/c.zip')] },
  'photos/empty/': { folders: [], objects: [] },
}

beforeEach(() => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener() {},
    removeEventListener() {},
  }))
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  started = []
  vi.stubGlobal('fetch', async (address: string, { body }: RequestInit = {}) => {
    const url = new URL(address, 'http://localhost')
    if (url.pathname.endsWith('/jobs')) {
      started.push(typeof body === 'string' ? JSON.parse(body) : undefined)
      return Response.json(doneJob)
    }
    if (url.pathname.endsWith('/objects'))
      return Response.json(FOLDERS[url.searchParams.get('prefix') ?? ''])
    if (url.pathname.endsWith('/buckets')) return Response.json([])
    if (url.pathname.endsWith('/objects/search'))
      return Response.json({
        objects:
          url.searchParams.get('text') === 'zip' ? [object('a.zip'), object('photos/c.zip')] : [],
        has_more: false,
      })
    if (url.pathname.endsWith('/objects/info'))
      return Response.json({
        ...object(url.searchParams.get('name') ?? ''),
        etag: null,
        owner_id: null,
        user_metadata: {},
      })
    return Response.json({ ...project, abilities: ['storage:read', 'storage:write'] })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

let last: ExplorerSearch = {}

function Page({ start }: { start: ExplorerSearch }) {
  const [search, setSearch] = useState(start)
  useEffect(() => {
    last = search
  }, [search])
  return (
    <ActionsProvider>
      <Explorer
        projectRef={project.ref}
        bucket={bucket}
        endpoints={project.endpoints}
        canWrite
        search={search}
        onSearch={setSearch}
      />
    </ActionsProvider>
  )
}

async function showColumns(start: ExplorerSearch = {}) {
  showSignedIn(inRouter(() => <Page start={start} />))
  await userEvent.click(await screen.findByRole('radio', { name: 'Columns' }))
}

const column = (name: string) => screen.findByRole('grid', { name: `Files in ${name}` })

it('shows a column for each folder of the path', async () => {
  await showColumns({ folder: 'photos/' })
  expect(await column('files')).toHaveTextContent('a.zip')
  expect(await column('photos/')).toHaveTextContent('c.zip')
})

it('searches the bucket with a shortcut', async () => {
  await showColumns()
  await userEvent.keyboard('{Control>}f{/Control}')
  const field = await screen.findByRole('searchbox', { name: 'Search the bucket' })
  expect(field).toHaveFocus()
})

it('moves between columns with the arrow keys', async () => {
  await showColumns()
  const top = await column('files')
  top.focus()
  await userEvent.keyboard('{ArrowRight}')
  const photos = await column('photos/')
  await vi.waitFor(() => expect(photos).toHaveFocus())
  await userEvent.keyboard('{ArrowRight}')
  await vi.waitFor(() => expect(last.folder).toBe('photos/empty/'))
  expect(await screen.findByText('No files in this folder')).toBeVisible()
  await userEvent.keyboard('{ArrowLeft}')
  await vi.waitFor(() => expect(photos).toHaveFocus())
  await userEvent.keyboard('{ArrowLeft}')
  await vi.waitFor(() => expect(top).toHaveFocus())
  expect(last.folder).toBeUndefined()
})

it('opens with Enter, selects with Space and extends with Shift', async () => {
  await showColumns()
  const top = await column('files')
  top.focus()
  await userEvent.keyboard('{ArrowDown} {Shift>}{ArrowDown}{/Shift}')
  expect(screen.getByText('2 selected')).toBeVisible()
  await userEvent.keyboard('{Escape}{Enter}')
  await vi.waitFor(() => expect(last.file).toBe('b.zip'))
})

it('makes the column of a selection the open folder', async () => {
  await showColumns({ folder: 'photos/' })
  await column('photos/')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select a.zip' }))
  expect(await screen.findByText('1 selected')).toBeVisible()
  expect(last.folder).toBeUndefined()
  expect(screen.queryByRole('grid', { name: 'Files in photos/' })).toBeNull()
})

it('says when more files could not be loaded, and tries again on request', async () => {
  let isRefused = true
  vi.stubGlobal('fetch', async (address: string) => {
    if (!address.includes('/objects')) return new Response(null, { status: 404 })
    const isNext = new URL(address, 'http://localhost').searchParams.has('cursor')
    if (!isNext)
      return Response.json({ folders: [], objects: [object('a.zip')], next_cursor: 'more' })
    return isRefused
      ? Response.json({ code: 'forbidden', message: 'No.' }, { status: 403 })
      : Response.json({ folders: [], objects: [object('b.zip')] })
  })
  await showColumns()
  expect(await screen.findByText('Could not load more files.')).toBeVisible()
  isRefused = false
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(await screen.findByText('b.zip')).toBeVisible()
  expect(screen.queryByText('Could not load more files.')).toBeNull()
})

it('searches the whole bucket and shows the folder of each file', async () => {
  await showColumns()
  await userEvent.click(screen.getByRole('radio', { name: 'Bucket' }))
  const search = screen.getByRole('searchbox', { name: 'Search the bucket' })
  await userEvent.type(search, 'nothing')
  const none = 'No path in this bucket contains “nothing”.'
  expect(await screen.findByText(none, {}, PATIENT)).toBeVisible()
  await userEvent.clear(search)
  await userEvent.type(search, 'zip')
  const found = await screen.findByRole('grid', { name: 'Found files' }, PATIENT)
  expect(found).toHaveTextContent('a.zip in the top folder')
  expect(found).toHaveTextContent('c.zip in photos/')
  await userEvent.click(screen.getByRole('checkbox', { name: 'Select c.zip' }))
  await userEvent.click(screen.getByRole('button', { name: 'Move' }))
  expect(await screen.findByRole('textbox', { name: 'Folder' })).toHaveValue('photos/')
})

it('renames a folder with a job and stays in it', async () => {
  await showColumns({ folder: 'photos/' })
  await column('photos/')
  await userEvent.click(screen.getByRole('button', { name: 'Actions for photos' }))
  await userEvent.click(screen.getByRole('menuitem', { name: 'Rename' }))
  const field = await screen.findByRole('textbox', { name: 'Name' })
  await userEvent.clear(field)
  await userEvent.type(field, 'a/b')
  expect(screen.getByText(/can’t contain a slash/)).toBeVisible()
  await userEvent.clear(field)
  await userEvent.type(field, 'pictures')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await expect.poll(() => last.folder, PATIENT).toBe('pictures/')
  expect(started).toEqual([
    {
      verb: 'move',
      from_folder: 'photos/',
      to_folder: 'pictures/',
      to_bucket: 'files',
      names: [],
      prefixes: ['photos/'],
    },
  ])
})

it('keeps the view for the next visit', async () => {
  await showColumns()
  expect(localStorage.length).toBe(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toBe('"columns"')
})
