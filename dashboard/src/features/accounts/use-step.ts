import { useState } from 'react'
import type { FormState } from '../../ui/forms/form.tsx'

type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

type StepOptions<Values> = {
  values: Values
  problemsOf: (values: Values) => Problems<Values>
  submit: (values: Values) => Promise<void>
  errorField: keyof Values
  errorText: (error: unknown) => string
  onError?: (error: unknown) => void
}

/**
 * The form of one step before sign-in. It has the names of `useForm` but not its size, because
 * these pages have the smallest budget. Problems appear after the first submit.
 */
export function useStep<Values extends object>(options: StepOptions<Values>) {
  const { problemsOf, errorField, errorText } = options
  const [values, setValues] = useState(options.values)
  const [isSubmitted, setIsSubmitted] = useState(false)
  const [pending, setPending] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const problems = problemsOf(values)
  const isValid = Object.values(problems).every((problem) => problem === undefined)
  const change = (next: Partial<Values>) => {
    setValues((before) => ({ ...before, ...next }))
    if (errorField in next) setRefusal(undefined)
  }
  const send = async (sent: Values) => {
    if (pending) return
    setPending(true)
    setRefusal(undefined)
    try {
      await options.submit(sent)
    } catch (error) {
      options.onError?.(error)
      setRefusal(errorText(error))
    } finally {
      setPending(false)
    }
  }
  const state: FormState = {
    // Leaving one of these pages does not ask, because the input is quickly retyped.
    isDirty: false,
    pending,
    showProblems: isValid ? undefined : () => setIsSubmitted(true),
    onSubmit: () => void send(values),
  }
  const shown: Problems<Values> = {
    ...(isSubmitted && problems),
    ...(refusal !== undefined && { [errorField]: refusal }),
  }
  return { values, problems: shown, change, send, state }
}
