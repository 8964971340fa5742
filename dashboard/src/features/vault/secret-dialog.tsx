import {
  createVaultSecret,
  ReplacedSecret,
  updateVaultSecret,
  type VaultSecret,
} from '@stoa/contract/services/vault/secrets'
import type { Control } from 'react-hook-form'
import type { ReactNode } from 'react'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useEndpointForm } from '../../components/form/use-endpoint-form.ts'
import { useGuardedForm } from '../../components/form/use-guarded-form.ts'
import { Time } from '../../components/time.tsx'
import {
  useCreateVaultSecret,
  useUpdateVaultSecret,
  type VaultSecretChange,
} from '../../data/resources/services/vault/secrets.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

type SecretDialogProps = {
  projectRef: string
  /** The secret to edit; a new one if undefined. */
  secret?: VaultSecret
  onClose: () => void
}

export function SecretDialog({ projectRef, secret, onClose }: SecretDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={secret ? 'Edit secret' : 'New secret'}>
        {secret ? (
          <EditSecret projectRef={projectRef} secret={secret} onClose={onClose} />
        ) : (
          <NewSecret projectRef={projectRef} onClose={onClose} />
        )}
      </DialogContent>
    </Dialog>
  )
}

function NewSecret({ projectRef, onClose }: Omit<SecretDialogProps, 'secret'>) {
  const { form, state } = useEndpointForm(createVaultSecret, {
    defaults: { name: '', value: '', description: '' },
    toBody: (values) => values,
    mutation: useCreateVaultSecret(projectRef),
    onSuccess: onClose,
    errorField: 'name',
  })
  return (
    <DialogForm {...state} className="grid gap-4" submitLabel="Create secret" onCancel={onClose}>
      <SecretFields control={form.control} />
    </DialogForm>
  )
}

function EditSecret({ projectRef, secret, onClose }: Required<SecretDialogProps>) {
  const update = useUpdateVaultSecret(projectRef)
  const { conflict, ...guarded } = useGuardedForm({
    schema: ReplacedSecret,
    record: secret,
    mutation: {
      ...update,
      mutate: (body: VaultSecretChange, callbacks) =>
        update.mutate({ id: secret.id, ...body }, callbacks),
    },
    onSaved: onClose,
  })
  const { form, state } = useEndpointForm(updateVaultSecret, {
    defaults: { name: secret.name ?? '', value: '', description: secret.description },
    toBody: ({ value, ...others }) => ({ ...others, ...(value !== '' && { value }) }),
    mutation: guarded,
    errorField: 'name',
  })
  return (
    <>
      <DialogForm {...state} className="grid gap-4" submitLabel="Save secret" onCancel={onClose}>
        <SecretFields
          control={form.control}
          valueHelp={
            <>
              Leave empty to keep the current value. Last changed <Time date={secret.updated_at} />.
            </>
          }
        />
      </DialogForm>
      {conflict && <ConflictDialog {...conflict} />}
    </>
  )
}

type SecretFieldsProps<Body> = {
  control: Control<{ name: string; value: string; description: string }, unknown, Body>
  valueHelp?: ReactNode
}

function SecretFields<Body>({ control, valueHelp }: SecretFieldsProps<Body>) {
  return (
    <>
      <InputField
        control={control}
        name="name"
        label="Name"
        description="The name that SQL uses to read the secret."
        problem="Enter a name."
        maxLength={200}
        autoComplete="off"
        className="font-mono"
      />
      <FormField
        control={control}
        name="value"
        label="Value"
        description={valueHelp}
        problem="Enter a value."
      >
        {(attributes, value, change) => (
          <Textarea
            {...attributes}
            rows={3}
            maxLength={65_536}
            autoComplete="off"
            spellCheck={false}
            className="font-mono"
            value={value}
            onChange={(event) => change(event.target.value)}
          />
        )}
      </FormField>
      <InputField
        control={control}
        name="description"
        label="Description"
        aside="optional"
        maxLength={1000}
        autoComplete="off"
      />
    </>
  )
}
