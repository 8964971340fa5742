import {
  createVaultSecret,
  ReplacedSecret,
  updateVaultSecret,
  type VaultSecret,
} from '@stoa/contract/services/vault/secrets'
import type { ReactNode } from 'react'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm, type FormOf } from '../../components/form/use-form.ts'
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
  const form = useForm({
    endpoint: createVaultSecret,
    values: { name: '', value: '', description: '' },
    toBody: (values) => values,
    mutation: useCreateVaultSecret(projectRef),
    onSuccess: onClose,
    errorField: 'name',
  })
  const { state } = form
  return (
    <DialogForm {...state} className="grid gap-4" submitLabel="Create secret" onCancel={onClose}>
      <SecretFields form={form} />
    </DialogForm>
  )
}

function EditSecret({ projectRef, secret, onClose }: Required<SecretDialogProps>) {
  const update = useUpdateVaultSecret(projectRef)
  const form = useForm({
    kind: 'record',
    endpoint: updateVaultSecret,
    values: { name: secret.name ?? '', value: '', description: secret.description },
    toBody: ({ value, ...others }) => ({ ...others, ...(value !== '' && { value }) }),
    mutation: {
      ...update,
      mutate: (body: VaultSecretChange, callbacks) =>
        update.mutate({ id: secret.id, ...body }, callbacks),
    },
    guard: { schema: ReplacedSecret, record: secret },
    onSuccess: onClose,
    errorField: 'name',
  })
  const { state, conflict } = form
  return (
    <>
      <DialogForm {...state} className="grid gap-4" submitLabel="Save secret" onCancel={onClose}>
        <SecretFields
          form={form}
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

type SecretFieldsProps = {
  form: FormOf<{ name: string; value: string; description: string }>
  valueHelp?: ReactNode
}

function SecretFields({ form, valueHelp }: SecretFieldsProps) {
  return (
    <>
      <InputField
        form={form}
        name="name"
        label="Name"
        description="The name that SQL uses to read the secret."
        problem="Enter a name."
        maxLength={200}
        autoComplete="off"
        className="font-mono"
      />
      <FormField
        form={form}
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
        form={form}
        name="description"
        label="Description"
        aside="optional"
        maxLength={1000}
        autoComplete="off"
      />
    </>
  )
}
