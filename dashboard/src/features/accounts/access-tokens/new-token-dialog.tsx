import { createAccessToken } from '@stoa/contract/platform/access-tokens'
import { FormField } from '../../../components/form/form-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { CredentialName, NewCredentialDialog } from '../../../components/new-credential-dialog.tsx'
import { useCreateAccessToken } from '../../../data/resources/platform/access-tokens.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { endOf, EXPIRIES, type Expiry } from './expiry.ts'

const EMPTY: { name: string; expires_at: Expiry } = { name: '', expires_at: '30' }

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateAccessToken()
  const form = useForm({
    endpoint: createAccessToken,
    values: EMPTY,
    toBody: ({ name, expires_at }) => ({
      name: name.trim(),
      expires_at: endOf(expires_at, new Date()),
    }),
    mutation: create,
    errorField: 'name',
  })
  const { values, change, state } = form
  return (
    <NewCredentialDialog
      title="Create access token"
      description="Anyone with this token can do everything you can, in all your organizations."
      submitLabel="Create access token"
      form={state}
      shown={
        create.data && {
          title: 'Access token created',
          description: 'Copy the token now. It can’t be shown again.',
          label: 'access token',
          value: create.data.token,
        }
      }
      onClose={onClose}
    >
      <FormField
        form={form}
        name="name"
        label="Name"
        description="Where the token is used, such as “Laptop” or “Deploy job”."
        problem="Enter a name."
      >
        {(attributes, value, onValueChange) => (
          <CredentialName {...attributes} value={value} onValueChange={onValueChange} />
        )}
      </FormField>
      <Field label="Expires after">
        {(control) => (
          <Select
            {...control}
            value={values.expires_at}
            options={EXPIRIES}
            onValueChange={(next) => change({ expires_at: next })}
          />
        )}
      </Field>
    </NewCredentialDialog>
  )
}
