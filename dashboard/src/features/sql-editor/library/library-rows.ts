import type { SnippetFolder } from '../../../data/resources/platform/content-folders.ts'
import type { ListedSnippet } from '../list-with-drafts.ts'

export type LibraryOrder = 'changed' | 'created' | 'name'
export type SectionId = 'favorites' | 'shared' | 'private'

export type LibraryRow =
  | {
      readonly kind: 'section'
      readonly key: SectionId
      readonly count: number
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'folder'
      readonly key: string
      readonly folder: SnippetFolder
      readonly level: number
      /** Queries in the folder and below it. */
      readonly count: number
      readonly isOpen: boolean
    }
  | {
      readonly kind: 'query'
      /** A favorite has two rows. */
      readonly key: string
      readonly snippet: ListedSnippet
      readonly level: number
      /** The text around a match of the search. */
      readonly excerpt: string | null
    }

type Library = {
  readonly snippets: readonly ListedSnippet[]
  readonly folders: readonly SnippetFolder[]
  readonly order: LibraryOrder
  /** Sections that were closed, and folders that were opened. */
  readonly toggled: ReadonlySet<string>
}

const SECTIONS: readonly SectionId[] = ['favorites', 'shared', 'private']

/** The rows of the list: favorites, then the shared and the private tree. */
export function libraryRows(library: Library): LibraryRow[] {
  const { snippets, toggled } = library
  const sorted = sortSnippets(snippets, library.order)
  return SECTIONS.flatMap((key) => {
    const isFavorites = key === 'favorites'
    const inside = sorted.filter((each) =>
      isFavorites ? each.is_favorite : each.visibility === key,
    )
    // The private section is where new queries appear, so it is always shown.
    const hasFolders = library.folders.some(({ visibility }) => visibility === key)
    if (inside.length === 0 && !hasFolders && key !== 'private') return []
    const isOpen = !toggled.has(key)
    const section = { kind: 'section' as const, key, count: inside.length, isOpen }
    if (!isOpen) return [section]
    if (isFavorites) return [section, ...inside.map((snippet) => queryRow(snippet, 0, key))]
    const folders = library.folders.filter(({ visibility }) => visibility === key)
    return [section, ...treeRows({ folders, snippets: inside, toggled }, null, 0)]
  })
}

type Tree = {
  readonly folders: readonly SnippetFolder[]
  readonly snippets: readonly ListedSnippet[]
  readonly toggled: ReadonlySet<string>
}

function treeRows(tree: Tree, parentId: string | null, level: number): LibraryRow[] {
  const folders = tree.folders.filter(({ parent_id: parent }) => parent === parentId)
  // A query whose folder is unknown, such as one that was just created elsewhere, is at the top.
  const isHere = ({ folder_id: id }: ListedSnippet) =>
    id === parentId || (parentId === null && !tree.folders.some((folder) => folder.id === id))
  return [
    ...folders.flatMap((folder): LibraryRow[] => {
      const isOpen = tree.toggled.has(folder.id)
      const count = countInside(tree, folder.id)
      const row = { kind: 'folder' as const, key: folder.id, folder, level, count, isOpen }
      return isOpen ? [row, ...treeRows(tree, folder.id, level + 1)] : [row]
    }),
    ...tree.snippets.filter(isHere).map((snippet) => queryRow(snippet, level, 'tree')),
  ]
}

/** The queries in a folder and in the folders below it. */
export const countInside = (tree: Pick<Tree, 'folders' | 'snippets'>, folderId: string): number =>
  tree.snippets.filter(({ folder_id: id }) => id === folderId).length +
  tree.folders
    .filter(({ parent_id: parent }) => parent === folderId)
    .reduce((sum, { id }) => sum + countInside(tree, id), 0)

/** The folders below a folder. */
export const foldersInside = (folders: readonly SnippetFolder[], id: string): SnippetFolder[] =>
  folders
    .filter(({ parent_id: parent }) => parent === id)
    .flatMap((folder) => [folder, ...foldersInside(folders, folder.id)])

const queryRow = (snippet: ListedSnippet, level: number, place: string) => ({
  kind: 'query' as const,
  key: `${place} ${snippet.id}`,
  snippet,
  level,
  excerpt: null,
})

type Search = {
  readonly text: string
  /** The server's matches in names and texts. */
  readonly matches: readonly { readonly id: string; readonly excerpt: string | null }[]
}

/** The queries that a search finds, without sections and folders: by name, then by text. */
export function foundRows(
  snippets: readonly ListedSnippet[],
  order: LibraryOrder,
  { text, matches }: Search,
): LibraryRow[] {
  const wanted = text.toLowerCase()
  const excerpts = new Map(matches.map(({ id, excerpt }) => [id, excerpt]))
  const isNamed = ({ name }: ListedSnippet) => name.toLowerCase().includes(wanted)
  const sorted = sortSnippets(snippets, order)
  const inText = sorted.filter((snippet) => !isNamed(snippet) && excerpts.has(snippet.id))
  return [...sorted.filter(isNamed), ...inText].map((snippet) => ({
    ...queryRow(snippet, 0, 'found'),
    excerpt: excerpts.get(snippet.id) ?? null,
  }))
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function sortSnippets(snippets: readonly ListedSnippet[], order: LibraryOrder): ListedSnippet[] {
  if (order === 'name') return snippets.toSorted((a, b) => collator.compare(a.name, b.name))
  const time = (snippet: ListedSnippet) =>
    order === 'created' ? snippet.inserted_at : snippet.updated_at
  return snippets.toSorted((a, b) => time(b).localeCompare(time(a)))
}
