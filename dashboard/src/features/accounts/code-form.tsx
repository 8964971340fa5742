import { codeFailure, plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { CodeField } from './code-field.tsx'
import { codeProblem, StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type CodeFormProps = {
  submitLabel: string
  onSubmit: (code: string) => Promise<void>
}

/** A form for a six-digit authenticator code; it submits itself once the sixth digit is typed. */
export function CodeForm({ submitLabel, onSubmit }: CodeFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, problems, change, send, state } = useStep({
    values: { code: '' },
    problemsOf: ({ code }) => ({ code: codeProblem(code) }),
    submit: ({ code }) => onSubmit(code),
    errorField: 'code',
    errorText: codeFailure,
    onError() {
      change({ code: '' })
      field.current?.focus()
    },
  })
  const type = (typed: string) => {
    const code = plainCode(typed)
    change({ code })
    if (code.length === 6 && code !== values.code && !state.pending) void send({ code })
  }
  return (
    <StepForm state={state} submitLabel={submitLabel}>
      <CodeField ref={field} value={values.code} onChange={type} error={problems.code} />
    </StepForm>
  )
}
