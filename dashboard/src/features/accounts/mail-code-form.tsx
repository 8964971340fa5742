import { errorMessage } from '../../data/client/api-error.ts'
import { plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { CodeField } from './code-field.tsx'
import { codeProblem, StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

/** A form for the six-digit code in an email. */
export function MailCodeForm({ onSubmit }: { onSubmit: (code: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, problems, change, state } = useStep({
    values: { code: '' },
    problemsOf: ({ code }) => ({ code: codeProblem(code) }),
    submit: ({ code }) => onSubmit(code),
    errorField: 'code',
    errorText: errorMessage,
  })
  return (
    <StepForm state={state} submitLabel="Continue">
      <CodeField
        ref={field}
        label="Code from the email"
        value={values.code}
        onChange={(typed) => change({ code: plainCode(typed) })}
        error={problems.code}
      />
    </StepForm>
  )
}
