import { proveWithRecoveryCode, recoveryCodeFailure } from '../../data/client/second-factor.ts'
import type { Session } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type RecoveryCodeFormProps = { session: Session; submitLabel: string; onProved: () => void }

/** Asks for one of the codes that replace a lost authenticator app. */
export function RecoveryCodeForm({ session, submitLabel, onProved }: RecoveryCodeFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, problems, change, state } = useStep({
    values: { code: '' },
    problemsOf: ({ code }) => ({ code: code.trim() === '' ? 'Enter a recovery code.' : undefined }),
    submit: async ({ code }) => {
      await proveWithRecoveryCode(session, code.trim())
      onProved()
    },
    errorField: 'code',
    errorText: recoveryCodeFailure,
  })
  return (
    <StepForm state={state} submitLabel={submitLabel}>
      <Field
        label="Recovery code"
        description="16 letters and digits, with or without hyphens. Each code works once."
        error={problems.code}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            name="recovery-code"
            autoComplete="off"
            spellCheck={false}
            className="h-9 font-mono"
            value={values.code}
            onChange={(event) => change({ code: event.target.value })}
          />
        )}
      </Field>
    </StepForm>
  )
}
