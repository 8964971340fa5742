import { createAccessToken } from '@stoa/contract/platform/access-tokens'
import { FormField } from '../../../components/form/form-field.tsx'
import { useEndpointForm } from '../../../components/form/use-endpoint-form.ts'
import { ShownOnceDialog } from '../../../components/shown-once-dialog.tsx'
import { useCreateAccessToken } from '../../../data/resources/access-tokens.ts'
import { useInitialFocus } from '../../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { endOf, EXPIRIES, type Expiry } from './expiry.ts'

const EMPTY: { name: string; expires_at: Expiry } = { name: '', expires_at: '30' }

export function NewTokenDialog({ onClose }: { onClose: () => void }) {
  const field = useInitialFocus<HTMLInputElement>()
  const create = useCreateAccessToken()
  const { form, values, change, state } = useEndpointForm(createAccessToken, {
    defaults: EMPTY,
    toBody: ({ name, expires_at }) => ({
      name: name.trim(),
      expires_at: endOf(expires_at, new Date()),
    }),
    mutation: create,
    errorField: 'name',
  })
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
          {...state}
          className="grid gap-4"
          submitLabel="Create access token"
          onCancel={onClose}
        >
          <FormField
            control={form.control}
            name="name"
            label="Name"
            description="Where the token is used, such as “Laptop” or “Deploy job”."
            problem="Enter a name."
          >
            {(attributes, value, changeName) => (
              <Input
                {...attributes}
                ref={field}
                maxLength={100}
                autoComplete="off"
                value={value}
                onChange={(event) => changeName(event.target.value)}
              />
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
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
