import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { inRouter, project, showSignedIn } from '../../../../test/show.tsx'
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
  vi.stubGlobal('fetch', async (address: string) => {
    const url = new URL(address, 'http://localhost')
    if (url.pathname.endsWith('/objects'))
      return Response.json(FOLDERS[url.searchParams.get('prefix') ?? ''])
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
    <Explorer
      projectRef={project.ref}
      bucket={bucket}
      endpoints={project.endpoints}
      canWrite
      search={search}
      onSearch={setSearch}
    />
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

it('keeps the view for the next visit', async () => {
  await showColumns()
  expect(localStorage.length).toBe(1)
  expect(localStorage.getItem(localStorage.key(0) ?? '')).toBe('"columns"')
})
