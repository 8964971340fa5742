import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import type { z } from 'zod'
import { useSchemaForm } from '../form/use-endpoint-form.ts'
import { namesOf } from '../form/use-form-values.ts'
import { changesOf } from './changes-of.ts'

/** The mutation that saves a record. */
export type Save<Body> = {
  isPending: boolean
  error: Error | null
  mutate: (body: Body, options: { onSuccess: () => void; onError: (error: Error) => void }) => void
  reset: () => void
}

type SettingsFormOptions<Values extends FieldValues, Body> = {
  /** The saved record. When a newer one arrives, it shows in every field that was not edited. */
  saved: Values
  /** The request body that saves the values. Its keys are the names of the fields. */
  toBody: (values: Values) => unknown
  save: Save<Body>
}

/**
 * The form of a saved record, whose valid values satisfy a schema of the contract. It stays open
 * after a save and keeps input entered during the save. For `SettingsForm`.
 */
export function useSettingsForm<Values extends FieldValues, Body>(
  schema: z.core.$ZodType<Body>,
  { saved, toBody, save }: SettingsFormOptions<Values, Body>,
) {
  const sent = useRef<Partial<Values>>({})
  const savesAgain = useRef(false)
  const latest = useRef(saved)
  const { form, values, change, state } = useSchemaForm<Values, Body, void>(schema, {
    defaults: saved,
    toBody,
    mutation: save,
    onSuccess() {
      const edits = changesOf(sent.current, form.getValues())
      const done = namesOf<Values>(sent.current).filter((name) => !(name in edits))
      change(picked(latest.current, done))
    },
  })
  const changes = changesOf(saved, values)
  const changedCount = Object.keys(changes).length

  // Runs before paint, so that a field never looks edited only because its saved value is newer.
  useLayoutEffect(() => {
    const newer = namesOf<Values>(changesOf(latest.current, saved))
    if (newer.length === 0) return
    const edits = changesOf(latest.current, form.getValues())
    latest.current = saved
    change(
      picked(
        saved,
        newer.filter((name) => !(name in edits)),
      ),
    )
  })

  function submit() {
    if (save.isPending) {
      savesAgain.current = true
      return
    }
    if (changedCount === 0) return
    sent.current = changesOf(saved, form.getValues())
    state.onSubmit()
  }

  const saveEnded = useEffectEvent(() => {
    if (!savesAgain.current) return
    savesAgain.current = false
    if (state.showProblems === undefined) submit()
  })
  useEffect(() => {
    if (!save.isPending) saveEnded()
  }, [save.isPending])

  return {
    form,
    values,
    changes,
    changedCount,
    /** Checks all fields, because a rule can concern several of them. */
    change(next: Partial<Values>) {
      change(next)
      void form.trigger()
    },
    discard() {
      savesAgain.current = false
      change(saved)
      form.clearErrors()
      save.reset()
    },
    state: { ...state, isDirty: changedCount > 0, onSubmit: submit },
  }
}

function picked<Values extends object>(values: Values, names: readonly (keyof Values)[]) {
  const part: Partial<Values> = {}
  for (const name of names) part[name] = values[name]
  return part
}
