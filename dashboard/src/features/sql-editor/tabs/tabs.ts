import { isRecord } from '../../../data/client/http.ts'

/** The queries that are open in tabs, and those that were closed last, newest first. */
export type TabsState = { readonly open: readonly string[]; readonly closed: readonly string[] }

export const NO_TABS: TabsState = { open: [], closed: [] }
const MAX_OPEN = 30
const MAX_CLOSED = 20

const isIds = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((id) => typeof id === 'string')

export const isTabsState = (value: unknown): value is TabsState =>
  isRecord(value) && isIds(value['open']) && isIds(value['closed'])

/** Adds a tab at the end, and closes the first one if there are too many. */
export function openTab({ open, closed }: TabsState, id: string): TabsState {
  if (open.includes(id)) return { open, closed }
  return {
    open: [...open, id].slice(-MAX_OPEN),
    closed: closed.filter((other) => other !== id),
  }
}

export const closeTabs = ({ open, closed }: TabsState, ids: readonly string[]): TabsState => ({
  open: open.filter((id) => !ids.includes(id)),
  closed: [
    ...open.filter((id) => ids.includes(id)).toReversed(),
    ...closed.filter((id) => !ids.includes(id)),
  ].slice(0, MAX_CLOSED),
})

/** Moves a tab to the position of another one. */
export function moveTab({ open, closed }: TabsState, id: string, to: number): TabsState {
  const others = open.filter((other) => other !== id)
  if (others.length === open.length) return { open, closed }
  return { open: others.toSpliced(Math.max(0, to), 0, id), closed }
}

/** The tab to show after some are closed: the nearest one to the right, otherwise to the left. */
export function tabAfterClosing(
  open: readonly string[],
  { current, closing }: { readonly current: string; readonly closing: readonly string[] },
): string | undefined {
  if (!closing.includes(current)) return current
  const at = open.indexOf(current)
  const remains = (id: string) => !closing.includes(id)
  return open.slice(at).find(remains) ?? open.slice(0, at).findLast(remains)
}
