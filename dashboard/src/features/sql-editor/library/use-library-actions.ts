import { toast } from '../../../ui/feedback/toast.ts'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useMarkFavorite, useMoveSnippets } from '../../../data/resources/platform/content.ts'
import {
  useUpdateFolder,
  type SnippetFolder,
} from '../../../data/resources/platform/content-folders.ts'
import { downloadText } from '../../../lib/download-text.ts'
import type { ListedSnippet } from '../list-with-drafts.ts'
import { migrationFileName, slugOf } from './file-names.ts'
import type { DownloadKind, LibraryActions, LibraryDialog } from './library-actions.ts'

type Options = {
  projectRef: string
  snippets: readonly ListedSnippet[]
  folders: readonly SnippetFolder[]
  readText: (id: string) => Promise<string>
  ask: (dialog: LibraryDialog) => void
}

/** The actions of the list that need no question, and moves by dragging, which may need one. */
export function useLibraryActions({
  projectRef,
  snippets,
  folders,
  readText,
  ask,
}: Options): Pick<LibraryActions, 'favorite' | 'download' | 'drop'> {
  const mark = useMarkFavorite(projectRef)
  const move = useMoveSnippets(projectRef)
  const updateFolder = useUpdateFolder(projectRef)
  return {
    favorite: ({ id, is_favorite: isFavorite }) => mark.mutate({ id, is_favorite: !isFavorite }),
    download: (snippet, as) => void download(snippet, as, readText),
    drop({ kind, id }, place) {
      const snippet = kind === 'query' ? snippets.find((each) => each.id === id) : undefined
      if (snippet && snippet.visibility !== place.visibility)
        ask({ kind: 'place', snippets: [snippet], place })
      else if (snippet && snippet.folder_id !== place.folder_id)
        move.mutate({ ids: [id], ...place })
      const folder = kind === 'folder' ? folders.find((each) => each.id === id) : undefined
      if (!folder || folder.id === place.folder_id || folder.parent_id === place.folder_id) return
      if (folder.visibility !== place.visibility) {
        toast.info('Folders cannot be moved between Private and Shared', {
          description: 'Create the folder there, and move the queries.',
        })
        return
      }
      updateFolder.mutate(
        { folder_id: id, parent_id: place.folder_id },
        {
          onError: (error) =>
            toast.error('Failed to move the folder', { description: errorMessage(error) }),
        },
      )
    },
  }
}

async function download(
  { id, name, type }: ListedSnippet,
  as: DownloadKind,
  readText: (id: string) => Promise<string>,
): Promise<void> {
  try {
    if (type === 'notebook') {
      const { downloadNotebook } = await import('../notebook/download-notebook.ts')
      return downloadNotebook({
        name,
        text: await readText(id),
        as: as === 'markdown' ? as : 'sql',
      })
    }
    const fileName = as === 'sql' ? `${slugOf(name)}.sql` : migrationFileName(name, new Date())
    downloadText({ text: await readText(id), fileName, type: 'application/sql' })
    if (as === 'migration')
      toast.info('Migration downloaded', {
        description: 'Put it into supabase/migrations, then run supabase db push --db-url.',
      })
  } catch (error) {
    toast.error('Failed to download', { description: errorMessage(error) })
  }
}
