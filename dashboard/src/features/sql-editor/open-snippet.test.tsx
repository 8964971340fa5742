import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { createDraftStore } from '../../components/documents/drafts.ts'
import { OpenSnippet } from './open-snippet.tsx'
import { createRunStore, type RunStoreOptions } from './run-store.ts'
import { createSnippetDocument } from '../../components/documents/snippet-document.ts'

afterEach(() => document.head.replaceChildren())

it('runs the text as it is when Ctrl+Enter is pressed while the formatter still loads', async () => {
  const run = vi.fn<RunStoreOptions['run']>(() => new Promise(() => undefined))
  const runs = createRunStore({
    run,
    cancel: async () => undefined,
    toFailure: () => ({ message: 'failed', code: null, details: null, progress: null, hint: null }),
    newId: () => 'run',
    now: () => 0,
  })
  const snippet = createSnippetDocument({
    id: 'a',
    stored: {
      id: 'a',
      name: 'A',
      sql: 'SELECT  1',
      version: 1,
      updated_at: '2026-03-01T12:00:00.000Z',
    },
    drafts: createDraftStore({
      projectRef: project.ref,
      storage: localStorage,
      now: () => new Date(0),
    }),
    save: () => new Promise(() => undefined),
  })
  showSignedIn(
    inRouter(() => (
      <OpenSnippet
        projectRef={project.ref}
        document={snippet}
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
        isReadOnly={false}
        onRowLimit={() => undefined}
        onRename={() => undefined}
        onShowList={() => undefined}
        onChanged={() => undefined}
      />
    )),
  )
  // Monaco needs a browser; without it, the plain editor has the same keys.
  const script = await waitFor(() => {
    const found = document.querySelector('script')
    if (!found) throw new Error('The code editor is not requested yet')
    return found
  })
  script.dispatchEvent(new Event('error'))
  const editor = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'SQL' })
  const format = screen.getByRole('button', { name: 'Format' })
  format.focus()
  fireEvent.click(format)
  fireEvent.keyDown(document.activeElement ?? document.body, { key: 'Enter', ctrlKey: true })
  await waitFor(() =>
    expect(run).toHaveBeenCalledWith(
      expect.objectContaining({ sql: 'SELECT  1' }),
      expect.any(Function),
    ),
  )
  await waitFor(() => expect(editor.value).toBe('select\n  1'))
})
