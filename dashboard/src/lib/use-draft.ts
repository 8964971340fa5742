import { useState } from 'react'

export type Draft<Value extends object> = {
  value: Value
  /** What differs from the saved value. */
  changes: Partial<Value>
  changedCount: number
  set: (changes: Partial<Value>) => void
  /** Forgets the edits of the rendering it was taken from; what was typed since stays. */
  discard: () => void
}

/** An edited copy of a saved record: only the edits are held, so a fresher record shows through. */
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
  // An emptied number field is NaN, which differs from itself by any other comparison.
  for (const name in current) if (!Object.is(current[name], done[name])) rest[name] = current[name]
  return rest
}
