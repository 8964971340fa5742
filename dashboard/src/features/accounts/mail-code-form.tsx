import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { CodeField } from './code-field.tsx'
import { codeProblem, StepForm, useStepProblems } from './step-form.tsx'
import { usePending } from './use-pending.ts'

/** A form for the six-digit code in an email. */
export function MailCodeForm({ onSubmit }: { onSubmit: (code: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const { run, isPending, failure } = usePending(errorMessage)
  const { problems, showProblems } = useStepProblems({ code: codeProblem(code) })
  return (
    <StepForm
      submitLabel="Continue"
      isPending={isPending}
      showProblems={showProblems}
      onSubmit={() => void run(() => onSubmit(code))}
    >
      <CodeField
        ref={field}
        label="Code from the email"
        value={code}
        onChange={(typed) => setCode(plainCode(typed))}
        error={problems.code ?? failure}
      />
    </StepForm>
  )
}
