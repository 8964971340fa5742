import { useState } from 'react'
import { NewCredentialDialog } from '../../../components/new-credential-dialog.tsx'
import { useCreateAccessToken } from '../../../data/resources/access-tokens.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { endOf, EXPIRIES, type Expiry } from './expiry.ts'

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const [expiry, setExpiry] = useState<Expiry>('30')
  const create = useCreateAccessToken()
  return (
    <NewCredentialDialog
      title="Create access token"
      description="Anyone with this token can do everything you can, in all your organizations."
      field={{
        label: 'Name',
        description: 'Where the token is used, such as “Laptop” or “Deploy job”.',
      }}
      submitLabel="Create access token"
      creation={create}
      onCreate={(name) => create.mutate({ name, expires_at: endOf(expiry, new Date()) })}
      shown={{
        title: 'Access token created',
        description: 'Copy the token now. It can’t be shown again.',
        label: 'access token',
        valueOf: ({ token }) => token,
      }}
      onClose={onClose}
    >
      <Field label="Expires after">
        {(control) => (
          <Select {...control} value={expiry} options={EXPIRIES} onValueChange={setExpiry} />
        )}
      </Field>
    </NewCredentialDialog>
  )
}
