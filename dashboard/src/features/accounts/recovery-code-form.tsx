import { useState } from 'react'
import { proveWithRecoveryCode, recoveryCodeFailure } from '../../data/client/second-factor.ts'
import type { Session } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { StepForm, useStepProblems } from './step-form.tsx'
import { usePending } from './use-pending.ts'

type RecoveryCodeFormProps = { session: Session; submitLabel: string; onProved: () => void }

/** Asks for one of the codes that replace a lost authenticator app. */
export function RecoveryCodeForm({ session, submitLabel, onProved }: RecoveryCodeFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const { run, isPending, failure } = usePending(recoveryCodeFailure)
  const { problems, showProblems } = useStepProblems({
    code: code.trim() === '' ? 'Enter a recovery code.' : undefined,
  })
  const prove = async () => {
    await proveWithRecoveryCode(session, code.trim())
    onProved()
  }
  return (
    <StepForm
      submitLabel={submitLabel}
      isPending={isPending}
      showProblems={showProblems}
      onSubmit={() => void run(prove)}
    >
      <Field
        label="Recovery code"
        description="16 letters and digits, with or without hyphens. Each code works once."
        error={problems.code ?? failure}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="recovery-code"
            autoComplete="off"
            spellCheck={false}
            className="h-9 font-mono"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
        )}
      </Field>
    </StepForm>
  )
}
