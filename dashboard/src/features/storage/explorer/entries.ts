import type { StorageObject } from '@stoa/contract/services/storage/members'

/** A row of the list. Names are full paths, and a folder's name ends with a slash. */
export type Entry =
  | { readonly kind: 'folder'; readonly name: string }
  | { readonly kind: 'object'; readonly name: string; readonly object: StorageObject }

export const objectEntry = (object: StorageObject): Entry => ({
  kind: 'object',
  name: object.name,
  object,
})

type Page = { readonly folders: readonly string[]; readonly objects: readonly StorageObject[] }

/**
 * The entries of all loaded pages. Folders come first within each page, not in the whole list, so
 * that a page loaded later does not move the rows above it.
 */
export const entriesOf = (pages: readonly Page[]): Entry[] =>
  pages.flatMap(({ folders, objects }) => [
    ...folders.map((name): Entry => ({ kind: 'folder', name })),
    ...objects.map(objectEntry),
  ])

export type PreviewKind = 'image' | 'video' | 'audio' | 'pdf' | 'text' | 'none'

const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|xml|javascript|sql|toml|x-sh|yaml|x-yaml|[\w.-]+\+(?:json|xml))\b)/
const TEXT_ENDINGS =
  /\.(?:css|csv|env|html?|ini|js|json|log|md|py|sh|sql|toml|ts|tsx|txt|xml|ya?ml)$/i

/** How the content of an object can be shown. */
export function previewKind({
  name,
  content_type,
}: Pick<StorageObject, 'name' | 'content_type'>): PreviewKind {
  const type = content_type?.toLowerCase() ?? ''
  const group = (['image', 'video', 'audio'] as const).find((one) => type.startsWith(`${one}/`))
  if (group) return group
  if (type.startsWith('application/pdf')) return 'pdf'
  const isUntyped = type === '' || type.startsWith('application/octet-stream')
  return TEXT_TYPES.test(type) || (isUntyped && TEXT_ENDINGS.test(name)) ? 'text' : 'none'
}

/**
 * Entries in the form of a server job's selection: the names of objects, and the prefixes of
 * folders.
 */
export const selectionOf = (entries: readonly Entry[]) => ({
  names: entries.filter(({ kind }) => kind === 'object').map(({ name }) => name),
  prefixes: entries.filter(({ kind }) => kind === 'folder').map(({ name }) => name),
})
