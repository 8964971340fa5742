import { useState, type ReactNode } from 'react'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'

type StepFormProps = {
  submitLabel: string
  isPending: boolean
  /** From `useStepProblems`. */
  showProblems: (() => void) | undefined
  onSubmit: () => void
  children: ReactNode
}

/** One step of signing in or up: its fields and one full-width button. */
export function StepForm({ submitLabel, isPending, children, ...props }: StepFormProps) {
  // Leaving one of these pages does not ask, because the input is quickly retyped.
  const state = { ...props, isDirty: false, pending: isPending }
  return (
    <Form {...state} className="grid gap-4">
      {() => (
        <>
          {children}
          <SubmitButton state={state} size="lg" className="w-full">
            {submitLabel}
          </SubmitButton>
        </>
      )}
    </Form>
  )
}

type Problems<Name extends string> = { readonly [Key in Name]?: string | undefined }

/** The problems of a step's fields, which are shown after the first submit. */
export function useStepProblems<Name extends string>(problems: Problems<Name>) {
  const [submits, setSubmits] = useState(0)
  const isValid = Object.values(problems).every((problem) => problem === undefined)
  return {
    problems: (submits > 0 ? problems : {}) as Problems<Name>,
    showProblems: isValid ? undefined : () => setSubmits(submits + 1),
  }
}

export const emailProblem = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address.'

export const codeProblem = (code: string): string | undefined =>
  code.length === 6 ? undefined : 'Enter the 6 digits of the code.'
