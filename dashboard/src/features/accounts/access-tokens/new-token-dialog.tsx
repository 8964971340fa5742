import { useState } from 'react'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useCreateAccessToken } from '../../../data/resources/access-tokens.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { endOf, EXPIRIES, type Expiry } from './expiry.ts'

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const field = useInitialFocus<HTMLInputElement>()
  const [name, setName] = useState('')
  const [expiry, setExpiry] = useState<Expiry>('30')
  const create = useCreateAccessToken()
  if (create.data) {
    return (
      <ShownOnceDialog
        title="Access token created"
        description="Copy the token now. It can’t be shown again."
        value={create.data.token}
        valueLabel="access token"
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Create access token"
        description="Anyone with this token can do everything you can, in all your organizations."
      >
        <DialogForm
          submitLabel="Create access token"
          pending={create.isPending}
          canSubmit={name.trim() !== ''}
          onSubmit={() =>
            create.mutate({ name: name.trim(), expires_at: endOf(expiry, new Date()) })
          }
          onCancel={onClose}
        >
          <Field
            label="Name"
            description="Where the token is used, such as “Laptop” or “Deploy job”."
            error={create.error ? errorMessage(create.error) : undefined}
          >
            {(control) => (
              <Input
                {...control}
                ref={field}
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={(event) => {
                  create.reset()
                  setName(event.target.value)
                }}
              />
            )}
          </Field>
          <Field label="Expires after">
            {(control) => (
              <Select {...control} value={expiry} options={EXPIRIES} onValueChange={setExpiry} />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
