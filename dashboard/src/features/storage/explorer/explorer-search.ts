import { pickText } from '../../../lib/search-params.ts'

const SORTS = ['name', 'created_at', 'updated_at'] as const

/** The explorer's part of the URL: the open folder, the shown file, the search, and the order. */
export type ExplorerSearch = {
  /** With a slash at the end; absent at the top of the bucket. */
  folder?: string | undefined
  /** The whole name of the object in the preview. */
  file?: string | undefined
  search?: string | undefined
  sort?: (typeof SORTS)[number] | undefined
  order?: 'asc' | 'desc' | undefined
}

/** Parsed by hand: route definitions are in the entry chunk, which must not include zod. */
export function ExplorerSearch(search: Record<string, unknown>): ExplorerSearch {
  const { folder, file, search: text } = pickText(search, 'folder', 'file', 'search')
  const sort = SORTS.find((name) => name === search['sort'])
  const order = search['order'] === 'desc' ? 'desc' : undefined
  return {
    ...(folder && { folder: folder.endsWith('/') ? folder : `${folder}/` }),
    ...(file && { file }),
    ...(text && { search: text }),
    ...(sort && sort !== 'name' && { sort }),
    ...(order && { order }),
  }
}

/**
 * The objects of the open folder, in the order of the URL. Undefined for a search, because the page
 * decides whether it covers the folder or the bucket.
 */
export const objectsOf = ({ folder, search, sort, order }: ExplorerSearch) =>
  search === undefined
    ? { prefix: folder ?? '', sort: sort ?? 'name', order: order ?? 'asc' }
    : undefined
