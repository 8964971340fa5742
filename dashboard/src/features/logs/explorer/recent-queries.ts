import { useAccountId } from '../../../data/client/client-context.ts'
import { useSetting } from '../../../lib/use-setting.ts'

const MAX_RECENT = 20
const NONE: readonly string[] = []

const isList = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

/** The queries that a person ran last in this project, kept in this browser. */
export function useRecentQueries(projectRef: string) {
  const account = useAccountId() ?? ''
  const [recent, setRecent] = useSetting(`stoa.log-queries.${account}.${projectRef}`, NONE, isList)
  return {
    recent,
    add: (sql: string) => setRecent(withRecent(recent, sql)),
    clear: () => setRecent(NONE),
  }
}

/** Puts a query first, and forgets the oldest ones. */
export function withRecent(recent: readonly string[], sql: string): readonly string[] {
  const text = sql.trim()
  if (text === '') return recent
  return [text, ...recent.filter((each) => each !== text)].slice(0, MAX_RECENT)
}
