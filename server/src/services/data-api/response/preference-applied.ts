import type { Plan } from '../plan/plan.ts'

/** The preferences that had an effect, as `Preference-Applied` names them; undefined for none. */
export function preferenceApplied(plan: Plan, mayChooseEnd: boolean): string | undefined {
  const { preferences } = plan
  const isWrite = plan.kind === 'write'
  const isInsert = plan.kind === 'write' && plan.write.kind === 'insert' && !plan.isPut
  const hasConflict = plan.kind === 'write' && plan.write.kind === 'insert' && plan.write.conflict
  const takesMissing = isInsert || (isWrite && plan.write.kind === 'update')
  const applied = [
    isInsert && hasConflict && preferences.resolution && `resolution=${preferences.resolution}`,
    takesMissing && preferences.missing && `missing=${preferences.missing}`,
    isWrite && preferences.representation && `return=${preferences.representation}`,
    preferences.count && `count=${preferences.count}`,
    mayChooseEnd && preferences.transaction && `tx=${preferences.transaction}`,
    preferences.handling && `handling=${preferences.handling}`,
    preferences.timezone && `timezone=${preferences.timezone}`,
    plan.maxAffected !== undefined && `max-affected=${plan.maxAffected}`,
  ].filter((preference) => typeof preference === 'string' && preference !== '')
  return applied.length === 0 ? undefined : applied.join(', ')
}
