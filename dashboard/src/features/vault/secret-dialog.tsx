import type { VaultSecret } from '@stoa/contract/services/vault/secrets'
import { useState } from 'react'
import { Time } from '../../components/time.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateVaultSecret, useUpdateVaultSecret } from '../../data/resources/vault.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type SecretDialogProps = {
  projectRef: string
  /** The secret to edit; a new one if undefined. */
  secret?: VaultSecret
  onClose: () => void
}

export function SecretDialog({ projectRef, secret, onClose }: SecretDialogProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const [name, setName] = useState(secret?.name ?? '')
  const [value, setValue] = useState('')
  const [description, setDescription] = useState(secret?.description ?? '')
  const create = useCreateVaultSecret(projectRef)
  const update = useUpdateVaultSecret(projectRef)
  const sent = secret ? update : create
  const submit = () => {
    const draft = { name: name.trim(), description: description.trim() }
    if (!secret) return create.mutate({ ...draft, value }, { onSuccess: onClose })
    return update.mutate(
      { id: secret.id, ...draft, ...(value !== '' && { value }) },
      { onSuccess: onClose },
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={secret ? 'Edit secret' : 'New secret'}>
        <DialogForm
          submitLabel={secret ? 'Save secret' : 'Create secret'}
          pending={sent.isPending}
          canSubmit={name.trim() !== '' && (secret !== undefined || value !== '')}
          onSubmit={submit}
          onCancel={onClose}
        >
          <div className="grid gap-4">
            <Field
              label="Name"
              description="The name that SQL uses to read the secret."
              error={sent.error ? errorMessage(sent.error) : undefined}
            >
              {(control) => (
                <Input
                  {...control}
                  ref={field}
                  maxLength={200}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                  value={name}
                  onChange={(event) => {
                    sent.reset()
                    setName(event.target.value)
                  }}
                />
              )}
            </Field>
            <Field
              label="Value"
              description={
                secret && (
                  <>
                    Leave empty to keep the current value. Last changed{' '}
                    <Time date={secret.updated_at} />.
                  </>
                )
              }
            >
              {(control) => (
                <Textarea
                  {...control}
                  rows={3}
                  maxLength={65_536}
                  autoComplete="off"
                  spellCheck={false}
                  className="font-mono"
                  value={value}
                  onChange={(event) => setValue(event.target.value)}
                />
              )}
            </Field>
            <Field label="Description" description="Optional.">
              {(control) => (
                <Input
                  {...control}
                  maxLength={1000}
                  autoComplete="off"
                  value={description}
                  onChange={(event) => setDescription(event.target.value)}
                />
              )}
            </Field>
          </div>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
