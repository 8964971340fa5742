import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { usePasswordCheck } from '../../data/resources/platform/profile.ts'
import { useDebounced } from '../../lib/use-debounced.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CopyButton } from '../../ui/buttons/copy-button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import type { FormState } from '../../ui/forms/form.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { StrengthBar } from '../../ui/feedback/strength-bar.tsx'
import { generatePassword, judgePassword, type PasswordJudgement } from './password-strength.ts'

const CHECK_DELAY = 250

/** The strength of a password, checked by the server once typing pauses. */
export function usePasswordJudgement(password: string): CheckedPassword {
  const settled = useDebounced(password, CHECK_DELAY)
  const check = usePasswordCheck(settled)
  const isSettled = settled === password
  return {
    ...judgePassword(password, isSettled ? check.data : undefined),
    isChecking: password !== '' && (!isSettled || check.isFetching),
  }
}

type CheckedPassword = PasswordJudgement & {
  /** The password was typed just now, and the server has not responded yet. */
  isChecking: boolean
}

/**
 * The form of a new password. Submitting a rejected one focuses its field and shows `problem`;
 * there is nothing to submit until the server has rated it.
 */
export function usePasswordForm(
  state: FormState,
  { password, judgement }: { password: string; judgement: CheckedPassword },
) {
  const [isRefused, setIsRefused] = useState(false)
  const { isAccepted, isChecking } = judgement
  const refuse = () => {
    state.showProblems?.()
    // Fields above the password show their problems first, so that the first invalid one gets the
    // focus.
    setTimeout(() => setIsRefused(true))
  }
  if (isChecking)
    return { state: { ...state, canSubmit: false, showProblems: undefined }, problem: undefined }
  if (isAccepted) return { state, problem: undefined }
  return {
    state: { ...state, showProblems: refuse },
    problem: isRefused ? passwordProblem(password, judgement) : undefined,
  }
}

function passwordProblem(password: string, { score, warning }: PasswordJudgement): string {
  if (password === '') return 'Enter or generate a password.'
  if (score === undefined && warning === '')
    return 'The password could not be checked. Change it to try again.'
  return 'Choose another password.'
}

type PasswordFieldProps = {
  label: string
  value: string
  judgement: PasswordJudgement
  error?: string | undefined
  onChange: (password: string) => void
}

/** A field for a new database password, typed or generated, with its strength. */
export function PasswordField({ label, value, judgement, error, onChange }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false)
  const generate = () => {
    setIsShown(true)
    onChange(generatePassword())
  }
  return (
    <Field
      label={label}
      error={error}
      description={<Strength judgement={judgement} isEmpty={value === ''} />}
    >
      {(control) => (
        <div className="flex gap-2">
          <div className="relative min-w-0 flex-1">
            <Input
              {...control}
              type={isShown ? 'text' : 'password'}
              autoComplete="new-password"
              className="pr-16 font-mono"
              value={value}
              onChange={(event) => onChange(event.target.value)}
            />
            <div className="absolute inset-y-0 right-0.5 flex items-center">
              <IconButton
                size="sm"
                label={isShown ? 'Hide password' : 'Show password'}
                onClick={() => setIsShown(!isShown)}
              >
                {isShown ? <EyeOff className="size-3.5" /> : <Eye className="size-3.5" />}
              </IconButton>
              {value !== '' && <CopyButton iconOnly size="sm" text={value} label="Copy password" />}
            </div>
          </div>
          <Button onClick={generate}>Generate</Button>
        </div>
      )}
    </Field>
  )
}

function Strength({ judgement, isEmpty }: { judgement: PasswordJudgement; isEmpty: boolean }) {
  if (isEmpty) return 'Save it in a password manager. You can change it later.'
  return (
    <div className="grid gap-1" aria-live="polite">
      {judgement.score !== undefined && <StrengthBar score={judgement.score} />}
      {judgement.warning && <p className="text-danger-text">{judgement.warning}</p>}
      {judgement.message && <p>{judgement.message}</p>}
    </div>
  )
}
