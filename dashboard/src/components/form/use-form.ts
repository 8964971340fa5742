import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import type { FormState } from '../../ui/forms/form.tsx'
import { changesOf, picked } from './changes-of.ts'
import { checkValues, type Check } from './check-values.ts'
import { fieldProblems } from './field-problems.ts'
import {
  conflictsOf,
  EMPTY_ENTRY,
  namesOf,
  savedEntry,
  typed,
  valuesOf,
  type Entry,
  type Problems,
} from './form-entry.ts'
import { formProblem } from './form-problem.ts'
import { useSending, type SendingOptions } from './use-sending.ts'

/**
 * - `new`: has the values that it starts with until they are changed.
 * - `record`: edits a saved record that can be refetched. Newer values show in every field that was
 *   not edited.
 * - `settings`: as `record`, and stays open after a save. Submitting it during a save saves again
 *   afterwards. Each change shows the problems of all fields.
 * - `step`: as `new`, but shows problems only after a submit.
 */
type Kind = 'new' | 'record' | 'settings' | 'step'

type FieldName<Values> = keyof Values & string

type FormOptions<Values extends object, Body, Data, Replaced> = Check<Values, Body> &
  SendingOptions<Body, Data, Replaced> & {
    /** The values of the untouched form, as text is typed. */
    values: Values
    /** Default: `new`. */
    kind?: Kind | undefined
    onSuccess?: ((data: Data) => void) | undefined
    onError?: ((error: Error) => void) | undefined
    /** The field that shows a server error that names no field. */
    errorField?: FieldName<Values> | ((error: Error) => FieldName<Values>) | undefined
    /** The text of such an error. */
    errorText?: ((error: Error) => string) | undefined
    /** Asks for confirmation before a valid body is sent with `send`. */
    confirm?: ((body: Body) => void) | undefined
  }

/**
 * Makes a form whose valid values are the body that `mutation` or `submit` sends. Typed input is
 * never replaced, neither by a newer record nor at the end of a save. `state` is for `Form` and the
 * forms built on it; `FormField` takes the whole.
 */
export function useForm<
  Values extends object,
  Body extends object = Values,
  Data = unknown,
  Replaced extends object = object,
>(options: FormOptions<Values, Body, Data, Replaced>) {
  const { kind = 'new' } = options
  const [first] = useState(options.values)
  const given = kind === 'record' || kind === 'settings' ? options.values : first
  const [entry, setEntry] = useState<Entry<Values>>(EMPTY_ENTRY)
  const values = useMemo(() => valuesOf(given, entry), [given, entry])
  const { body, problems } = checkValues(options, values)
  const changes = changesOf(given, values)
  const isDirty = Object.keys(changes).length > 0
  const conflicts = conflictsOf(given, entry)
  const sent = useRef<Partial<Values>>({})
  const savesAgain = useRef(false)

  const sending = useSending(options, {
    isDirty,
    isOutdated: conflicts.length > 0,
    onSaved(data) {
      if (kind === 'settings') setEntry((before) => savedEntry(before, sent.current))
      options.onSuccess?.(data)
    },
  })
  const { isPending, error, conflict } = sending

  function change(next: Partial<Values> | ((values: Values) => Partial<Values>)) {
    setEntry((before) =>
      typed(before, given, typeof next === 'function' ? next(valuesOf(given, before)) : next),
    )
  }
  const trySubmit = () => setEntry((before) => ({ ...before, isSubmitted: true }))
  function send(checked: Body) {
    sent.current = changes
    setEntry((before) => ({ ...before, refusals: {} }))
    sending.save(checked, (failure) => {
      options.onError?.(failure)
      setEntry((before) => ({ ...before, refusals: refusalsOf(failure, given, options) }))
    })
  }
  function submit() {
    if (isPending) {
      savesAgain.current = kind === 'settings'
      return
    }
    if (kind === 'settings' && !isDirty) return
    trySubmit()
    if (body !== undefined) (options.confirm ?? send)(body)
  }
  const saveEnded = useEffectEvent(() => {
    if (savesAgain.current && body !== undefined) submit()
    savesAgain.current = false
  })
  useEffect(() => {
    if (!isPending) saveEnded()
  }, [isPending])
  function reset() {
    savesAgain.current = false
    setEntry(EMPTY_ENTRY)
    if (error !== null) sending.reset()
  }

  const showProblems = body === undefined ? trySubmit : undefined
  const hasField = error !== null && Object.keys(refusalsOf(error, given, options)).length > 0
  const state: FormState = {
    isDirty,
    showProblems,
    pending: isPending,
    problem: hasField ? undefined : formProblem(error),
    overwrites:
      conflicts.length > 0 && !isPending && options.guard === undefined
        ? { onTakeNewer: () => change(picked(given, conflicts)) }
        : undefined,
    onSubmit: submit,
  }
  return {
    values,
    /** The valid body. Undefined while a value is invalid. */
    body,
    problems: shownProblems(problems, entry, kind),
    /** The problems that the server found. */
    refusals: entry.refusals,
    /** Shows the problem of every field. Undefined while all values are valid. */
    showProblems,
    /** Whether a submit was tried. */
    isSubmitted: entry.isSubmitted,
    isDirty,
    /** The fields whose value differs from the given one. */
    changes,
    change,
    submit,
    send,
    /** Discards what was typed. */
    reset,
    /** For `ConflictDialog`: somebody else has changed the guarded record. */
    conflict,
    state,
  }
}

/** The part of a form that its fields use. */
export type FormOf<Values extends object> = {
  readonly values: Values
  readonly problems: Problems<Values>
  readonly refusals: Problems<Values>
  readonly change: (next: Partial<Values>) => void
  readonly state: FormState
}

/** The problems of a server error by field: at the fields it names, or at `errorField`. */
function refusalsOf<Values extends object>(
  error: Error,
  given: Values,
  {
    errorField,
    errorText = errorMessage,
  }: Pick<FormOptions<Values, object, unknown, object>, 'errorField' | 'errorText'>,
): Problems<Values> {
  const refusals: { [Name in keyof Values]?: string } = {}
  const names = namesOf<Values>(given)
  for (const { name, message } of fieldProblems(error, names)) {
    const field = names.find((one) => one === name)
    if (field !== undefined) refusals[field] ??= message
  }
  if (Object.keys(refusals).length > 0 || errorField === undefined) return refusals
  refusals[typeof errorField === 'function' ? errorField(error) : errorField] = errorText(error)
  return refusals
}

function shownProblems<Values extends object>(
  found: Problems<Values>,
  { isSubmitted, visited, refusals }: Entry<Values>,
  kind: Kind,
): Problems<Values> {
  const problems: { [Name in keyof Values]?: string | undefined } = {}
  const showsAll = isSubmitted || (kind === 'settings' && visited.length > 0)
  for (const name of namesOf<Values>(found))
    if (showsAll || (kind !== 'step' && visited.includes(name))) problems[name] = found[name]
  return { ...problems, ...refusals }
}
