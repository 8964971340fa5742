import { useState } from 'react'
import { codeFailure, plainCode } from '../../data/client/second-factor.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Button } from '../../ui/button.tsx'
import { CodeField } from './code-field.tsx'

type CodeFormProps = {
  submitLabel: string
  onSubmit: (code: string) => Promise<void>
}

/** Six digits of an authenticator app; sent as soon as the sixth is typed. */
export function CodeForm({ submitLabel, onSubmit }: CodeFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
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
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (code.length === 6 && !pending) void submit(code)
      }}
    >
      <CodeField ref={field} value={code} onChange={change} error={failure} />
      <Button type="submit" variant="primary" size="lg" pending={pending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  )
}
