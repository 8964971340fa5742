import { isSame } from './changes-of.ts'

/** The message of each field that has a problem. */
export type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** A typed value, and the given value that it replaces. */
type Edit<Value> = {
  readonly value: Value
  /** Undefined after a save, until the field is changed again. */
  readonly from: { readonly value: Value } | undefined
}

/**
 * The typed values of a form. Only these are stored, so that a newer given value shows in every
 * other field without being copied.
 */
export type Entry<Values> = {
  readonly edits: { readonly [Name in keyof Values]?: Edit<Values[Name]> }
  /** The fields that were changed, including those that were changed back. */
  readonly visited: readonly (keyof Values)[]
  /** Whether a submit was tried, after which every problem is shown. */
  readonly isSubmitted: boolean
  /** Problems that the server found, until their field is changed. */
  readonly refusals: Problems<Values>
}

/** The entry of an untouched form. */
export const EMPTY_ENTRY = {
  edits: {},
  visited: [],
  isSubmitted: false,
  refusals: {},
} as const

/** The keys of an object are the names of its fields. */
export const namesOf = <Values extends object>(fields: {
  readonly [Name in keyof Values]?: unknown
}) => Object.keys(fields) as (keyof Values & string)[]

/** The given values, with the typed ones in their place. */
export function valuesOf<Values extends object>(given: Values, { edits }: Entry<Values>): Values {
  const values = { ...given }
  for (const name of namesOf<Values>(edits)) {
    const edit = edits[name]
    if (edit) values[name] = edit.value
  }
  return values
}

/** The entry after these fields were changed. */
export function typed<Values extends object>(
  entry: Entry<Values>,
  given: Values,
  next: Partial<Values>,
): Entry<Values> {
  const edits: { [Name in keyof Values]?: Edit<Values[Name]> } = { ...entry.edits }
  const refusals: { [Name in keyof Values]?: string | undefined } = { ...entry.refusals }
  const names = namesOf<Values>(next)
  for (const name of names) {
    delete refusals[name]
    // A name in a partial object has the type of its field.
    const value = next[name] as Values[typeof name]
    if (isSame(value, given[name])) delete edits[name]
    else edits[name] = { value, from: edits[name]?.from ?? { value: given[name] } }
  }
  return { ...entry, edits, refusals, visited: [...new Set([...entry.visited, ...names])] }
}

/** The entry after these values were saved: what was typed during the save is kept. */
export function savedEntry<Values extends object>(
  entry: Entry<Values>,
  sent: Partial<Values>,
): Entry<Values> {
  const edits: { [Name in keyof Values]?: Edit<Values[Name]> } = { ...entry.edits }
  for (const name of namesOf<Values>(sent)) {
    const edit = edits[name]
    if (edit === undefined) continue
    if (isSame(edit.value, sent[name])) delete edits[name]
    else edits[name] = { value: edit.value, from: undefined }
  }
  return { ...entry, edits, isSubmitted: false, refusals: {} }
}

/** The fields whose given value changed to another one after they were edited. */
export const conflictsOf = <Values extends object>(given: Values, { edits }: Entry<Values>) =>
  namesOf<Values>(edits).filter((name) => {
    const edit = edits[name]
    return (
      edit?.from !== undefined &&
      !isSame(edit.from.value, given[name]) &&
      !isSame(edit.value, given[name])
    )
  })
