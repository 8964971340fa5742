import { isString, readSetting, removeSetting, writeSetting } from '../../lib/storage.ts'

export type HistoryKind = 'sql' | 'editor'

const key = (ref: string, kind: HistoryKind) => `stoa.history.${ref}.${kind}`

/** The snippet or table of a project that was last open in this browser, or null. */
export const readLastOpened = (ref: string, kind: HistoryKind): string | null =>
  readSetting(key(ref, kind), '', isString) || null

/** Remembers what is open. The id `new` is not recorded (SPEC 2). */
export function keepLastOpened(ref: string, kind: HistoryKind, id: string) {
  if (id !== 'new') writeSetting(key(ref, kind), id)
}

/** Forgets an id that no longer exists. */
export function forgetLastOpened(ref: string, kind: HistoryKind, id: string) {
  if (readLastOpened(ref, kind) === id) removeSetting(key(ref, kind))
}
