import type { EditorSnippetType } from '@stoa/contract/platform/content'
import type { SnippetPlace } from '../../../data/resources/platform/content.ts'
import type { SnippetFolder } from '../../../data/resources/platform/content-folders.ts'
import type { ListedSnippet } from '../list-with-drafts.ts'

/** A question or form that an action of the list opens. */
export type LibraryDialog =
  | {
      readonly kind: 'rename'
      readonly id: string
      readonly name: string
      readonly type?: EditorSnippetType | undefined
    }
  | { readonly kind: 'delete'; readonly snippets: readonly ListedSnippet[] }
  | { readonly kind: 'move'; readonly snippets: readonly ListedSnippet[] }
  /** Asks before queries are shared or made private. */
  | {
      readonly kind: 'place'
      readonly snippets: readonly ListedSnippet[]
      readonly place: SnippetPlace
    }
  | { readonly kind: 'new-folder'; readonly place: SnippetPlace }
  | { readonly kind: 'rename-folder'; readonly folder: SnippetFolder }
  | { readonly kind: 'move-folder'; readonly folder: SnippetFolder }
  | { readonly kind: 'delete-folder'; readonly folder: SnippetFolder }
  | { readonly kind: 'versions'; readonly snippet: ListedSnippet }

export type DownloadKind = 'sql' | 'migration' | 'markdown'

/** The actions of the list's rows. */
export type LibraryActions = {
  open: (id: string) => void
  toggle: (key: string) => void
  select: (id: string) => void
  ask: (dialog: LibraryDialog) => void
  duplicate: (snippet: ListedSnippet) => void
  /** Copies a query into a new notebook. */
  openInNotebook: (snippet: ListedSnippet) => void
  favorite: (snippet: ListedSnippet) => void
  download: (snippet: ListedSnippet, as: DownloadKind) => void
  /** Moves what is dropped on a folder or a section. */
  drop: (dragged: Dragged, place: SnippetPlace) => void
}

/** The row that is being dragged. */
export type Dragged = { readonly kind: 'query' | 'folder'; readonly id: string }

const TYPE = 'application/x-stoa-query'

export const drag = (transfer: DataTransfer, dragged: Dragged): void =>
  transfer.setData(TYPE, `${dragged.kind} ${dragged.id}`)

export const isDragged = (transfer: DataTransfer): boolean => transfer.types.includes(TYPE)

export function droppedOn(transfer: DataTransfer): Dragged | undefined {
  const [kind, id] = transfer.getData(TYPE).split(' ')
  if (id === undefined || (kind !== 'query' && kind !== 'folder')) return undefined
  return { kind, id }
}
