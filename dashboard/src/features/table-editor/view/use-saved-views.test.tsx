import { fireEvent, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, project, showSignedIn } from '../../../../test/show.tsx'
import type { TableSearch } from './table-search.ts'
import { hasChangedRows, useSavedViews } from './use-saved-views.ts'

afterEach(() => vi.unstubAllGlobals())

const VIEW = {
  id: '11111111-1111-4111-8111-111111111111',
  table_id: 7,
  name: 'Paid',
  is_shared: false,
  is_own: true,
  can_edit: true,
  filter: 'status:eq:paid',
  sort: 'id:desc',
  layout: { hidden: [], order: [], frozen: [], widths: {} },
  version: 1,
}

function Shown({ initial }: { initial: TableSearch }) {
  const [search, setSearch] = useState(initial)
  const { view, onView, saved } = useSavedViews({
    projectRef: project.ref,
    tableId: 7,
    search,
    onSearch: setSearch,
  })
  return (
    <>
      <output>
        {view && `${saved.active?.name ?? 'all'} ${saved.filter} ${hasChangedRows(saved)}`}
      </output>
      <p>{JSON.stringify(search)}</p>
      <button onClick={() => view && onView({ ...view, filters: [] })}>no filters</button>
      <button onClick={() => view && onView({ ...view, filters: [], sorts: [] })}>nothing</button>
      <button onClick={() => saved.open(undefined)}>all rows</button>
      <button onClick={() => saved.open(VIEW)}>open</button>
    </>
  )
}

function show(initial: TableSearch, defaultId: string | null = null) {
  answerWith({
    [`GET /platform/projects/${project.ref}/table-views`]: {
      views: [VIEW],
      default_id: defaultId,
    },
  })
  showSignedIn(<Shown initial={initial} />)
}

const shown = () => screen.getByRole('status').textContent
const click = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

it('opens the default view of a table until other rows are asked for', async () => {
  show({}, VIEW.id)
  await expect.poll(shown).toBe('Paid status:eq:paid false')
  click('all rows')
  await expect.poll(shown).toBe('all  false')
  expect(screen.getByText('{"view":"none"}')).toBeTruthy()
})

it('shows the filters of the URL and not those of the default view', async () => {
  show({ filter: 'id:eq:1' }, VIEW.id)
  await expect.poll(shown).toBe('all id:eq:1 false')
})

it('marks a view that shows other rows than it was saved with, and opens it again', async () => {
  show({ view: VIEW.id })
  await expect.poll(shown).toBe('Paid status:eq:paid false')
  click('no filters')
  await expect.poll(shown).toBe('Paid  true')
  click('nothing')
  await expect.poll(shown).toBe('Paid  true')
  click('open')
  await expect.poll(shown).toBe('Paid status:eq:paid false')
})

it('shows all rows for a view that is gone', async () => {
  show({ view: 'gone' })
  await expect.poll(shown).toBe('all  false')
})
