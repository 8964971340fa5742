import { useCallback, useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { setNewPassword } from '../../data/client/recovery.ts'
import type { Session } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'
import { AuthPage } from './auth-page.tsx'
import { SHORTEST_PASSWORD } from './credentials-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { usePending } from './use-pending.ts'

type NewPasswordProps = { session: Session; onDone: () => void }

/**
 * The last step of a recovery. The mailbox alone does not replace a second factor: an account that
 * has one is asked for its code first.
 */
export function NewPassword({ session, onDone }: NewPasswordProps) {
  const [isProved, setIsProved] = useState(() => !session.read()?.needs_code)
  const onProved = useCallback(() => setIsProved(true), [])
  const account = <span className="text-text">{session.read()?.user.email}</span>
  if (!isProved) {
    return (
      <AuthPage
        title="Enter your code"
        description={<>Your authenticator app shows it for {account}.</>}
      >
        <SecondFactor session={session} submitLabel="Continue" onProved={onProved} />
      </AuthPage>
    )
  }
  return (
    <AuthPage title="Choose a new password" description={<>For {account}.</>}>
      <PasswordForm
        onSubmit={async (password) => {
          await setNewPassword(session, password)
          toast.success('Password changed', {
            description: 'Every other session of your account was signed out.',
          })
          onDone()
        }}
      />
    </AuthPage>
  )
}

function PasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const [password, setPassword] = useState('')
  const { run, isPending, failure } = usePending(errorMessage)
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void run(() => onSubmit(password))
      }}
    >
      <Field
        label="New password"
        description={failure ? '' : `At least ${SHORTEST_PASSWORD} characters`}
        error={failure}
      >
        {(control) => (
          <Input
            {...control}
            ref={field}
            type="password"
            name="password"
            autoComplete="new-password"
            required
            minLength={SHORTEST_PASSWORD}
            maxLength={100}
            className="h-9"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={isPending} className="w-full">
        Change password
      </Button>
    </form>
  )
}
