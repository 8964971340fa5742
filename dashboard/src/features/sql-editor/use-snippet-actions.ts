import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { useReadSnippet, useSaveSnippet } from '../../data/resources/platform/content.ts'
import { errorMessage } from '../../data/client/api-error.ts'
import { toast } from '../../ui/feedback/toast.ts'
import type { DraftStore } from '../../components/documents/drafts.ts'
import type { ListedSnippet } from './list-with-drafts.ts'
import { startDraft } from '../../components/documents/start-draft.ts'
import { randomId } from '../../lib/random-id.ts'

type Options = {
  projectRef: string
  drafts: DraftStore
  /** The newest text of a query. */
  readText: (id: string) => Promise<string>
  onOpen: (id: string, type: EditorSnippetType) => void
}

/** Actions on any snippet in the list, open or not. */
export function useSnippetActions({ projectRef, drafts, readText, onOpen }: Options) {
  const read = useReadSnippet(projectRef)
  const save = useSaveSnippet(projectRef)
  /** Opens a text as a new query, which is stored with the first change or run of the editor. */
  const createWith = (name: string, sql: string, type: EditorSnippetType = 'sql'): string => {
    const id = randomId()
    drafts.write(id, { ...(type !== 'sql' && { type }), name, sql, base_version: 0 })
    onOpen(id, type)
    return id
  }
  return {
    createWith,
    create(type: EditorSnippetType = 'sql') {
      onOpen(startDraft(drafts, randomId, type), type)
    },
    async rename(id: string, name: string) {
      const draft = drafts.read(id)
      if (draft !== undefined) {
        drafts.write(id, { ...draft, name })
        return
      }
      try {
        const snippet = await read(id)
        const outcome = await save(id, { name, sql: snippet.sql, version: snippet.version })
        if (outcome.state !== 'saved') throw new Error(reasonOf(outcome))
      } catch (error) {
        toast.error('Failed to rename the query', { description: errorMessage(error) })
      }
    },
    /** Opens the text of a query as the first cell of a new notebook. */
    async openInNotebook({ id, name }: Pick<ListedSnippet, 'id' | 'name'>) {
      try {
        const { notebookOf } = await import('./notebook/notebook-of.ts')
        createWith(name, notebookOf(await readText(id), randomId), 'notebook')
      } catch (error) {
        toast.error('Failed to open the query in a notebook', { description: errorMessage(error) })
      }
    },
    async duplicate({ id, type, name }: Pick<ListedSnippet, 'id' | 'type' | 'name'>) {
      try {
        const sql = await readText(id)
        const copy = randomId()
        const copyName = `${name} copy`.slice(0, 200)
        const outcome = await save(copy, { type, name: copyName, sql, version: 0 })
        if (outcome.state !== 'saved') throw new Error(reasonOf(outcome))
        onOpen(copy, type)
      } catch (error) {
        toast.error('Failed to duplicate the query', { description: errorMessage(error) })
      }
    },
  }
}

const reasonOf = (outcome: { state: string; message?: string }) =>
  outcome.message ?? 'It was changed elsewhere in the meantime'
