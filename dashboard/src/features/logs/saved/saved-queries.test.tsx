import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { RecentPage } from './recent-page.tsx'
import { SavedQueriesPage } from './saved-queries-page.tsx'
import { SavedQueryControls } from './saved-query-controls.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
})

const ref = project.ref
const content = `/platform/projects/${ref}/content`
const SLOW = '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de'
const ERRORS = '7f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de'

const slow = {
  id: SLOW,
  type: 'log_sql',
  name: 'Slow requests',
  version: 3,
  inserted_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
  visibility: 'private',
  folder_id: null,
  is_favorite: false,
  is_own: true,
  can_edit: true,
  author: 'Ada',
  updated_by: 'Ada',
} as const
const errors = { ...slow, id: ERRORS, name: 'Errors', is_favorite: true, visibility: 'shared' }
const stored = { ...slow, sql: 'select 1 from edge_logs' }

const answers = (more: Record<string, unknown> = {}) => ({
  'GET /platform/profile': profile,
  [`GET /platform/projects/${ref}`]: {
    ...project,
    abilities: ['logs:read', 'content:write', 'content:share'],
  },
  [`GET ${content}`]: [
    slow,
    errors,
    { ...slow, id: crypto.randomUUID(), type: 'sql', name: 'SQL' },
  ],
  [`GET ${content}/${SLOW}`]: stored,
  [`PUT ${content}/${SLOW}`]: { ...stored, version: 4 },
  [`DELETE ${content}/${SLOW}`]: {},
  [`PUT ${content}/${SLOW}/favorite`]: {},
  ...more,
})

/** The controls beside a text, as in the explorer. */
function showControls(opened: typeof stored | undefined, text = 'select 2 from edge_logs') {
  const seen: { texts: string[]; created: string[] } = { texts: [], created: [] }
  function Page() {
    const [first] = useState(opened)
    return (
      <SavedQueryControls
        ref={null}
        projectRef={ref}
        first={first}
        text={() => text}
        onText={(sql) => seen.texts.push(sql)}
        onCreated={(id) => seen.created.push(id)}
        onDeleted={() => undefined}
      />
    )
  }
  showSignedIn(inRouter(Page))
  return seen
}

const bodies = (sent: ReturnType<typeof answerWith>, request: string) =>
  sent.filter((each) => each.request.startsWith(request)).map(({ body }) => body)

it('lists the log queries, favorites first, each with its address', async () => {
  answerWith(answers())
  showSignedIn(inRouter(() => <SavedQueriesPage projectRef={ref} />))
  const table = await screen.findByRole('table', { name: 'Saved queries' })
  expect(
    within(table)
      .getAllByRole('link')
      .map((link) => `${link.textContent} ${link.getAttribute('href')}`),
  ).toEqual([
    `Errors /project/${ref}/logs/explorer?query=${ERRORS}`,
    `Slow requests /project/${ref}/logs/explorer?query=${SLOW}`,
  ])
})

it('renames, marks and deletes a query', async () => {
  const sent = answerWith(answers())
  showSignedIn(inRouter(() => <SavedQueriesPage projectRef={ref} />))
  const act = async (name: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'Actions for Slow requests' }))
    await userEvent.click(await screen.findByRole('menuitem', { name }))
  }
  await act('Rename')
  const field = await screen.findByLabelText('Name')
  await userEvent.clear(field)
  await userEvent.type(field, 'Slowest')
  await userEvent.click(screen.getByRole('button', { name: 'Rename' }))
  await vi.waitFor(() =>
    expect(bodies(sent, `PUT ${content}/${SLOW}`)).toEqual([
      { name: 'Slowest', sql: stored.sql, version: 3 },
    ]),
  )
  await act('Add to favorites')
  await vi.waitFor(() =>
    expect(bodies(sent, `PUT ${content}/${SLOW}/favorite`)).toEqual([{ is_favorite: true }]),
  )
  await act('Delete')
  await userEvent.click(await screen.findByRole('button', { name: 'Delete query' }))
  await vi.waitFor(() => expect(screen.queryByText('Slow requests')).toBeNull())
})

it('saves the open query over the version that it has seen', async () => {
  const sent = answerWith(answers())
  showControls(stored)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  await vi.waitFor(() =>
    expect(bodies(sent, `PUT ${content}/${SLOW}`)).toMatchObject([
      { sql: 'select 2 from edge_logs', version: 3 },
      { version: 4 },
    ]),
  )
})

it('asks for the name of a new query and opens it', async () => {
  const id = crypto.randomUUID()
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(id)
  const sent = answerWith(answers({ [`PUT ${content}/${id}`]: { ...stored, id, name: 'Mine' } }))
  const seen = showControls(undefined)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Save query' }))
  await userEvent.type(dialog.getByLabelText('Name'), 'Mine')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(seen.created).toEqual([id]))
  expect(bodies(sent, `PUT ${content}/${id}`)).toEqual([
    { type: 'log_sql', name: 'Mine', sql: 'select 2 from edge_logs', version: 0 },
  ])
  vi.restoreAllMocks()
})

it('offers the version of somebody else, and never saves over it unasked', async () => {
  const theirs = { ...stored, version: 9, sql: 'select 9 from edge_logs' }
  const changed = { code: 'snippet_changed', message: 'Changed', details: theirs }
  const sent = answerWith(
    answers({ [`PUT ${content}/${SLOW}`]: Response.json(changed, { status: 409 }) }),
  )
  const seen = showControls(stored)
  await userEvent.click(await screen.findByRole('button', { name: 'Save' }))
  const dialog = within(
    await screen.findByRole('dialog', { name: 'This log query was changed elsewhere' }),
  )
  await userEvent.click(dialog.getByRole('button', { name: 'Take theirs' }))
  expect(seen.texts).toEqual(['select 9 from edge_logs'])
  expect(bodies(sent, `PUT ${content}/${SLOW}`)).toHaveLength(1)
})

it('saves a copy of a shared query that the member cannot change', async () => {
  answerWith(answers({ [`GET ${content}`]: [{ ...slow, can_edit: false, is_own: false }] }))
  showControls(stored)
  await userEvent.click(await screen.findByRole('button', { name: 'Save a copy' }))
  expect(await screen.findByRole('dialog', { name: 'Save query' })).toBeVisible()
})

it('offers nothing to save to members who cannot', async () => {
  answerWith(
    answers({ [`GET /platform/projects/${ref}`]: { ...project, abilities: ['logs:read'] } }),
  )
  showControls(stored)
  expect(await screen.findByText('Slow requests')).toBeVisible()
  expect(await screen.findByRole('button', { name: 'Actions for Slow requests' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Save/ })).toBeNull()
})

it('lists the queries that ran last, and forgets them', async () => {
  answerWith(answers())
  const sql = 'select 5 from edge_logs'
  localStorage.setItem(`stoa.log-queries.${profile.id}.${ref}`, JSON.stringify([sql]))
  showSignedIn(inRouter(() => <RecentPage projectRef={ref} />))
  const link = await screen.findByRole('link', { name: 'Open query 1 in the explorer' })
  expect(link).toHaveAttribute(
    'href',
    `/project/${ref}/logs/explorer?q=${encodeURIComponent(sql).replaceAll('%20', '+')}`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(await screen.findByText('No recent queries')).toBeVisible()
})
