import type { TableSearch } from './table-search.ts'

/** An open table. */
export type TableTab = {
  readonly id: number
  readonly schema: string
  readonly name: string
  /** Replaced by the next table that is opened, unless something is done with it. */
  readonly isPreview: boolean
  /** The filters, sorts and view with which it was last shown. */
  readonly search: TableSearch
}

const MAX_TABS = 30

/**
 * The tabs after a table was opened: it has one tab, at its old place or at the place of the
 * previewed table. The same array if nothing has changed.
 */
export function withOpened(
  tabs: readonly TableTab[],
  table: Omit<TableTab, 'isPreview'>,
): readonly TableTab[] {
  const current = tabs.find(({ id }) => id === table.id)
  if (current !== undefined) {
    if (isSame(current, table)) return tabs
    return tabs.map((tab) => (tab === current ? { ...tab, ...table } : tab))
  }
  const opened = { ...table, isPreview: true }
  const preview = tabs.findIndex(({ isPreview }) => isPreview)
  return preview === -1 ? [...tabs, opened].slice(-MAX_TABS) : tabs.with(preview, opened)
}

const isSame = (tab: TableTab, table: Omit<TableTab, 'isPreview'>): boolean =>
  tab.name === table.name &&
  tab.schema === table.schema &&
  JSON.stringify(tab.search) === JSON.stringify(table.search)

/** Keeps a previewed table. The same array if it is kept already. */
export const withKept = (tabs: readonly TableTab[], id: number): readonly TableTab[] =>
  tabs.some((tab) => tab.id === id && tab.isPreview)
    ? tabs.map((tab) => (tab.id === id ? { ...tab, isPreview: false } : tab))
    : tabs

export const withoutTab = (tabs: readonly TableTab[], id: number): readonly TableTab[] =>
  tabs.filter((tab) => tab.id !== id)

/** The tab to show once another one is closed: the one after it, or else the one before. */
export function neighborOf(tabs: readonly TableTab[], id: number): TableTab | undefined {
  const place = tabs.findIndex((tab) => tab.id === id)
  return place === -1 ? undefined : (tabs[place + 1] ?? tabs[place - 1])
}

/** Moves a tab to the place of another one. */
export function withMovedTab(
  tabs: readonly TableTab[],
  id: number,
  target: number,
): readonly TableTab[] {
  const moved = tabs.find((tab) => tab.id === id)
  const place = tabs.findIndex((tab) => tab.id === target)
  if (moved === undefined || place === -1) return tabs
  return withoutTab(tabs, id).toSpliced(place, 0, moved)
}

/** Whether a stored value is a list of tabs; anything else is ignored. */
export const isTableTabs = (value: unknown): value is readonly TableTab[] =>
  Array.isArray(value) && value.every(isTableTab)

const isTableTab = (value: unknown): value is TableTab =>
  typeof value === 'object' &&
  value !== null &&
  'id' in value &&
  Number.isInteger(value.id) &&
  'schema' in value &&
  typeof value.schema === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'isPreview' in value &&
  typeof value.isPreview === 'boolean' &&
  'search' in value &&
  typeof value.search === 'object' &&
  value.search !== null &&
  Object.values(value.search).every((part) => typeof part === 'string')
