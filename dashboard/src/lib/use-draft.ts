import { useState } from 'react'

export type Draft<Value extends object> = {
  value: Value
  /** The fields that differ from the saved value. */
  changes: Partial<Value>
  changedCount: number
  set: (changes: Partial<Value>) => void
  /** Drops the edits of the render it comes from and keeps later edits. */
  discard: () => void
}

/**
 * An editable copy of a saved record. It stores only the edits, so a newer record shows through.
 */
export function useDraft<Value extends object>(saved: Value): Draft<Value> {
  const [edits, setEdits] = useState<Partial<Value>>({})
  const changes = differences(saved, edits)
  return {
    value: { ...saved, ...edits },
    changes,
    changedCount: Object.keys(changes).length,
    set: (next) => setEdits((current) => ({ ...current, ...next })),
    discard: () => setEdits((current) => without(current, edits)),
  }
}

function differences<Value extends object>(saved: Value, edits: Partial<Value>): Partial<Value> {
  const changes: Partial<Value> = {}
  for (const name in edits)
    if (JSON.stringify(edits[name]) !== JSON.stringify(saved[name])) changes[name] = edits[name]
  return changes
}

function without<Value extends object>(current: Partial<Value>, done: Partial<Value>) {
  const rest: Partial<Value> = {}
  // An emptied number field is NaN, and only `Object.is` treats NaN as equal to itself.
  for (const name in current) if (!Object.is(current[name], done[name])) rest[name] = current[name]
  return rest
}
