import { useSetting } from '../../../lib/use-setting.ts'
import type { SessionView } from './session-view.ts'

const isBoolean = (value: unknown): value is boolean => typeof value === 'boolean'

/** Whether a table is watched, kept in this browser. Postgres counts no writes of other relations. */
export function useLiveSetting({ projectRef, table }: SessionView) {
  const isPossible = table.kind === 'table' || table.kind === 'partitioned_table'
  const key = `stoa.live-refresh.${projectRef}.${table.id}`
  const [isWanted, setIsWanted] = useSetting(key, false, isBoolean)
  return { isPossible, isOn: isPossible && isWanted, set: setIsWanted }
}
