import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { inRouter, project, showSignedIn } from '../../../../test/show.tsx'
import { createDraftStore } from '../../../components/documents/drafts.ts'
import { createRunStore, type RunStoreOptions } from '../run-store.ts'
import { createSnippetDocument } from '../../../components/documents/snippet-document.ts'
import { NotebookEditor } from './notebook-editor.tsx'

afterEach(() => document.head.replaceChildren())

const TEXT = `-- %% markdown {"id":"m"}
-- # Sales
-- <img src=x onerror=alert(1)>[bad](javascript:alert(1))
-- %% sql {"id":"a"}
select 1 as one
-- %% sql {"id":"b"}
select 2 where :since > now()
-- %% sql {"id":"c"}
select 3`

type Shown = { text?: string; isLocked?: boolean; run?: RunStoreOptions['run'] }

const ok: RunStoreOptions['run'] = async () => ({
  results: [],
  notices: [],
  commands: [],
  ended: 'committed',
  duration_ms: 1,
})

async function show({ text = TEXT, isLocked = false, run = ok }: Shown = {}) {
  const runSpy = vi.fn<RunStoreOptions['run']>(run)
  let count = 0
  const runs = createRunStore({
    run: runSpy,
    cancel: async () => undefined,
    toFailure: () => ({ message: 'no', code: null, details: null, progress: null, hint: null }),
    newId: () => `run ${(count += 1)}`,
    now: () => 0,
  })
  const notebook = createSnippetDocument({
    id: 'n',
    type: 'notebook',
    stored: { id: 'n', name: 'N', sql: text, version: 1, updated_at: '2026-03-01T12:00:00.000Z' },
    drafts: createDraftStore({
      projectRef: project.ref,
      storage: localStorage,
      now: () => new Date(0),
    }),
    save: () => new Promise(() => undefined),
  })
  const onDuplicate = vi.fn<() => void>()
  showSignedIn(
    inRouter(() => (
      <NotebookEditor
        projectRef={project.ref}
        document={notebook}
        runs={runs}
        completion={{
          schemas: async () => [],
          tables: async () => [],
          columns: async () => [],
          foreignKeys: async () => [],
          hasSchema: async () => false,
          hasTable: async () => false,
          dependents: async () => [],
        }}
        exposedSchemas={['public']}
        rowLimit="100"
        isReadOnly={isLocked}
        isLocked={isLocked}
        onDuplicate={onDuplicate}
        onRowLimit={() => undefined}
        onRename={() => undefined}
        onShowList={() => undefined}
        onChanged={() => undefined}
      />
    )),
  )
  await screen.findByRole('button', { name: 'Run all' })
  return { notebook, run: runSpy, onDuplicate }
}

const names = () =>
  Array.from(
    document.querySelectorAll<HTMLElement>('[data-cell]'),
    ({ dataset }) => dataset['cell'],
  )
const cell = (id: string) => {
  const found = document.querySelector<HTMLElement>(`[data-cell="${id}"]`)
  if (!found) throw new Error(`No cell ${id}`)
  return found
}
const press = (id: string, key: string, keys: object = {}) => {
  cell(id).focus()
  fireEvent.keyDown(cell(id), { key, ...keys })
}

describe('a notebook', () => {
  it('shows Markdown without HTML and without links that run scripts', async () => {
    await show()
    expect(within(cell('m')).getByRole('heading', { name: 'Sales' })).toBeInTheDocument()
    expect(cell('m').querySelector('img, a')).toBeNull()
  })

  it('moves, copies and deletes cells by keyboard, with the focus on the cell', async () => {
    const { notebook } = await show()
    press('a', 'ArrowDown', { altKey: true })
    expect(names()).toEqual(['m', 'b', 'a', 'c'])
    expect(cell('a')).toHaveFocus()
    press('a', 'd')
    expect(names()).toHaveLength(5)
    expect(document.activeElement?.textContent).toContain('select 1 as one')
    press('m', 'Delete')
    expect(names()[0]).toBe('b')
    expect(cell('b')).toHaveFocus()
    expect(notebook.text()).not.toContain('# Sales')
    press('b', 'ArrowLeft')
    expect(within(cell('b')).queryByText(/now/)).toBeNull()
    expect(notebook.text()).toContain('{"id":"b","collapsed":true}')
  })

  it('adds cells above and below, and edits Markdown until Escape', async () => {
    const { notebook } = await show()
    press('a', 'A', { shiftKey: true })
    const field = await screen.findByRole('textbox', { name: 'Markdown' })
    expect(field).toHaveFocus()
    fireEvent.change(field, { target: { value: '## By day' } })
    fireEvent.keyDown(field, { key: 'Escape' })
    expect(await screen.findByRole('heading', { name: 'By day' })).toBeInTheDocument()
    expect(names()).toHaveLength(5)
    expect(notebook.text()).toContain('-- ## By day')
  })

  it('runs all cells with the values of their parameters, up to the first without one', async () => {
    const { run } = await show()
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }))
    expect(
      await screen.findByText(
        'Query 2 of 3 did not run: enter a value for :since. The one after it did not run.',
      ),
    ).toBeInTheDocument()
    expect(run).toHaveBeenCalledOnce()
    fireEvent.change(screen.getByRole('textbox', { name: ':since' }), {
      target: { value: '2026-01-01' },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }))
    expect(await screen.findByText('All 3 queries ran.')).toBeInTheDocument()
    expect(run.mock.calls.map(([body]) => [body.sql, body.parameters?.[0]?.value])).toEqual([
      ['select 1 as one', undefined],
      ['select 1 as one', undefined],
      ['select 2 where :since > now()', '2026-01-01'],
      ['select 3', undefined],
    ])
  })

  it('runs one cell with Ctrl+Enter, and goes to the next with Shift+Enter', async () => {
    const { run } = await show()
    press('a', 'Enter', { ctrlKey: true })
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
    await waitFor(() => expect(screen.getByRole('button', { name: 'Run all' })).toBeEnabled())
    press('c', 'Enter', { shiftKey: true })
    await waitFor(() => expect(run).toHaveBeenCalledTimes(2))
    press('m', 'Enter', { shiftKey: true })
    expect(cell('a')).toHaveFocus()
  })

  it('shows where a run stopped', async () => {
    await show({
      text: '-- %% sql {"id":"a"}\nselect 1/0\n-- %% sql {"id":"b"}\nselect 2\n-- %% sql {"id":"c"}\nselect 3',
      run: async () => {
        throw new Error('division by zero')
      },
    })
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }))
    expect(
      await screen.findByText('Query 1 of 3 failed. The 2 after it did not run.'),
    ).toBeInTheDocument()
    fireEvent.click(screen.getByRole('button', { name: 'Go to cell' }))
    expect(cell('a')).toHaveFocus()
  })

  it('asks before a destructive cell', async () => {
    const { run } = await show({
      text: '-- %% sql {"id":"a"}\nselect 0\n-- %% sql {"id":"b"}\ndrop table stone',
    })
    fireEvent.click(screen.getByRole('button', { name: 'Run all' }))
    const dialog = await screen.findByRole('dialog', { name: 'Run a destructive statement?' })
    fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel' }))
    expect(await screen.findByText('Query 2 of 2 was canceled.')).toBeInTheDocument()
    expect(run).toHaveBeenCalledOnce()
  })

  it('can be run but not changed by readers', async () => {
    const { notebook, run, onDuplicate } = await show({ isLocked: true })
    press('a', 'Delete')
    press('a', 'Enter')
    expect(names()).toEqual(['m', 'a', 'b', 'c'])
    expect(screen.queryByRole('button', { name: /^Add / })).toBeNull()
    fireEvent.change(screen.getByRole('textbox', { name: ':since' }), { target: { value: 'now' } })
    press('b', 'Enter', { ctrlKey: true })
    await waitFor(() => expect(run).toHaveBeenCalledOnce())
    expect(notebook.snapshot().status.state).toBe('saved')
    expect(notebook.text()).toBe(TEXT)
    fireEvent.click(screen.getByRole('button', { name: 'Copy to private' }))
    expect(onDuplicate).toHaveBeenCalledOnce()
  })

  it('lists its headings and queries, and goes to them', async () => {
    await show()
    const outline = screen.getByRole('navigation', { name: 'Outline' })
    expect(
      within(outline)
        .getAllByRole('button')
        .map(({ textContent }) => textContent),
    ).toEqual(['Sales', 'Select', 'Select', 'Select'])
    fireEvent.click(within(outline).getByRole('button', { name: 'Sales' }))
    expect(cell('m')).toHaveFocus()
  })
})
