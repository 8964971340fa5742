import { useState } from 'react'
import { codeFailure, plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { CodeField } from './code-field.tsx'
import { codeProblem, StepForm, useStepProblems } from './step-form.tsx'

type CodeFormProps = {
  submitLabel: string
  onSubmit: (code: string) => Promise<void>
}

/** A form for a six-digit authenticator code; it submits itself once the sixth digit is typed. */
export function CodeForm({ submitLabel, onSubmit }: CodeFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const { problems, showProblems } = useStepProblems({ code: codeProblem(code) })
  const submit = async (given: string) => {
    setPending(true)
    setFailure(undefined)
    try {
      await onSubmit(given)
    } catch (error) {
      setFailure(codeFailure(error))
      setCode('')
      field.current?.focus()
    } finally {
      setPending(false)
    }
  }
  const change = (typed: string) => {
    const next = plainCode(typed)
    setCode(next)
    if (next.length === 6 && next !== code && !pending) void submit(next)
  }
  return (
    <StepForm
      submitLabel={submitLabel}
      isPending={pending}
      showProblems={showProblems}
      onSubmit={() => void submit(code)}
    >
      <CodeField ref={field} value={code} onChange={change} error={failure ?? problems.code} />
    </StepForm>
  )
}
