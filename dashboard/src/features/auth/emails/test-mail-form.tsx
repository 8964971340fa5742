import { useState } from 'react'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useTestSmtp } from '../../../data/resources/auth-mails.ts'
import { Button } from '../../../ui/button.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'

/** Sends an email through the project's mail server. */
export function TestMailForm({ projectRef }: { projectRef: string }) {
  const [to, setTo] = useState('')
  const test = useTestSmtp(projectRef)
  return (
    <form
      className="grid gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        if (to.trim() !== '' && !test.isPending) test.mutate(to.trim())
      }}
    >
      <Field label="To" error={test.error ? errorMessage(test.error) : undefined}>
        {(control) => (
          <Input
            {...control}
            type="email"
            value={to}
            onChange={(event) => {
              test.reset()
              setTo(event.target.value)
            }}
          />
        )}
      </Field>
      <div>
        <Button type="submit" pending={test.isPending} disabled={to.trim() === ''}>
          Send test email
        </Button>
      </div>
    </form>
  )
}
