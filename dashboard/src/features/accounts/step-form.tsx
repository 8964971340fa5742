import type { ReactNode } from 'react'
import { Form, SubmitButton, type FormState } from '../../ui/forms/form.tsx'

type StepFormProps = {
  /** From `useStep`. */
  state: FormState
  submitLabel: string
  children: ReactNode
}

/** One step of signing in or up: its fields and one full-width button. */
export function StepForm({ state, submitLabel, children }: StepFormProps) {
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

export const emailProblem = (email: string): string | undefined =>
  /^[^\s@]+@[^\s@]+$/.test(email.trim()) ? undefined : 'Enter an email address.'

export const codeProblem = (code: string): string | undefined =>
  code.length === 6 ? undefined : 'Enter the 6 digits of the code.'
