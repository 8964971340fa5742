import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { QueryList, type ListQuery } from './query-list.tsx'

const failure = new Error('no connection')
const refetch = vi.fn<() => void>()
const query = (fields: Partial<ListQuery<string>>): ListQuery<string> => ({
  data: undefined,
  error: null,
  refetch,
  ...fields,
})

const show = (
  fields: Partial<ListQuery<string>>,
  props: Partial<Parameters<typeof QueryList<string>>[0]> = {},
) =>
  render(
    <QueryList
      label="users"
      query={query(fields)}
      toolbar={<input aria-label="Search users" />}
      empty={{ title: 'No users yet', description: 'Users appear here.' }}
      noResults="No user matches."
      {...props}
    >
      {(items) => (
        <ul>
          {items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      )}
    </QueryList>,
  )

const shownItems = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent)
const field = () => screen.queryByRole('textbox', { name: 'Search users' })

it('shows the items of a loaded list below the toolbar', () => {
  show({ data: ['Ada', 'Grace'] })
  expect(shownItems()).toEqual(['Ada', 'Grace'])
  expect(field()).toBeVisible()
  expect(screen.queryByRole('alert')).not.toBeInTheDocument()
})

it('replaces a list that never loaded with the error, and offers a retry', async () => {
  show({ error: failure })
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load the users')
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(refetch).toHaveBeenCalledTimes(1)
})

it('keeps a loaded list and its toolbar when a later request fails', () => {
  show({ data: ['Ada'], error: failure })
  expect(screen.getByRole('alert')).toHaveTextContent('Could not update the users')
  expect(shownItems()).toEqual(['Ada'])
  expect(field()).toBeVisible()
})

it('keeps the toolbar while a search loads or fails', () => {
  const { unmount } = show({}, { isSearched: true })
  expect(field()).toBeVisible()
  unmount()
  show({ error: failure }, { isSearched: true })
  expect(field()).toBeVisible()
})

it('says what an empty list will contain, without a toolbar', () => {
  show({ data: [] })
  expect(screen.getByText('No users yet')).toBeVisible()
  expect(field()).not.toBeInTheDocument()
})

it('says that a search has no results', () => {
  show({ data: [] }, { isSearched: true })
  expect(screen.getByText('No user matches.')).toBeVisible()
  expect(screen.queryByText('No users yet')).not.toBeInTheDocument()
})

it('says that a search in the browser has no results', () => {
  show({ data: ['Ada'] }, { found: [], isSearched: true })
  expect(screen.getByText('No user matches.')).toBeVisible()
  expect(field()).toBeVisible()
})

it('says nothing about a list that still shows the results of the search before', () => {
  show({ data: [], isPlaceholderData: true })
  expect(screen.queryByText('No users yet')).not.toBeInTheDocument()
  expect(field()).toBeVisible()
})

it('says that the server cut the list', () => {
  show({ data: ['Ada', 'Grace'] }, { maximum: 2 })
  expect(screen.getByText('Showing the first 2 users. Search to find others.')).toBeVisible()
})

it('loads further pages, and repeats the request for one that failed', async () => {
  const fetchNextPage = vi.fn<() => void>()
  const pages = { hasNextPage: true, isFetchingNextPage: false, fetchNextPage }
  const { unmount } = show({ data: ['Ada'] }, { pages: { ...pages, isFetchNextPageError: false } })
  await userEvent.click(screen.getByRole('button', { name: 'Show more' }))
  expect(fetchNextPage).toHaveBeenCalledTimes(1)
  unmount()
  show({ data: ['Ada'], error: failure }, { pages: { ...pages, isFetchNextPageError: true } })
  expect(screen.getByRole('alert')).toHaveTextContent('Could not load more of the users')
  expect(shownItems()).toEqual(['Ada'])
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
  expect(fetchNextPage).toHaveBeenCalledTimes(2)
})
