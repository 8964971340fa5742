import type { SnippetFolder } from '@stoa/contract/platform/content-folders'

type Folders = readonly SnippetFolder[]

/** A folder and those above it, from the folder itself to the top. */
export function pathOf(folders: Folders, id: string | null): SnippetFolder[] {
  const path: SnippetFolder[] = []
  let next = folders.find((folder) => folder.id === id)
  while (next && !path.includes(next)) {
    path.push(next)
    const { parent_id: parentId } = next
    next = folders.find((folder) => folder.id === parentId)
  }
  return path
}

/** 1 for a folder at the top. */
export const levelOf = (folders: Folders, id: string): number => pathOf(folders, id).length

/** The levels of a folder with everything inside it; 1 for one without folders. */
export function depthBelow(folders: Folders, id: string): number {
  const inside = folders.filter(({ parent_id: parentId }) => parentId === id)
  return 1 + Math.max(0, ...inside.map((folder) => depthBelow(folders, folder.id)))
}
