import { ApiKeyName, type ApiKeyKind } from '@stoa/contract/platform/keys'
import { useState } from 'react'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateApiKey } from '../../data/resources/keys.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Radio, RadioGroup } from '../../ui/radio.tsx'

type CreateApiKeyDialogProps = {
  projectRef: string
  onCreated: () => void
  onClose: () => void
}

export function CreateApiKeyDialog({ projectRef, onCreated, onClose }: CreateApiKeyDialogProps) {
  const nameField = useInitialFocus<HTMLInputElement>()
  const [kind, setKind] = useState<ApiKeyKind>('secret')
  const [name, setName] = useState('')
  const [description, setDescription] = useState('')
  const create = useCreateApiKey(projectRef)
  const parsed = ApiKeyName.safeParse(name)
  const problem = name === '' ? undefined : parsed.error?.issues[0]?.message
  if (create.data) {
    return (
      <ShownOnceDialog
        title="API key created"
        description={
          create.data.kind === 'secret'
            ? 'The key works now. Use it on servers only, never in browsers or repositories.'
            : 'The key works now.'
        }
        value={create.data.value}
        valueLabel={create.data.name}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Create API key">
        <DialogForm
          className="grid gap-4"
          submitLabel="Create API key"
          pending={create.isPending}
          canSubmit={parsed.success}
          onSubmit={() => create.mutate({ kind, name, description }, { onSuccess: onCreated })}
          onCancel={onClose}
        >
          <RadioGroup
            aria-label="Kind"
            value={kind}
            onValueChange={(next) => setKind(next === 'publishable' ? next : 'secret')}
          >
            <Radio
              value="secret"
              label="Secret"
              description="For servers. Bypasses row level security."
            />
            <Radio
              value="publishable"
              label="Publishable"
              description="For browsers and apps. Row level security applies."
            />
          </RadioGroup>
          <Field
            label="Name"
            description={problem === undefined && 'Lowercase letters, digits and underscores.'}
            error={create.error ? errorMessage(create.error) : problem}
          >
            {(control) => (
              <Input
                {...control}
                ref={nameField}
                required
                maxLength={64}
                autoComplete="off"
                placeholder="nightly_job"
                className="font-mono text-xs"
                value={name}
                onChange={(event) => {
                  create.reset()
                  setName(event.target.value)
                }}
              />
            )}
          </Field>
          <Field label="Description" aside="optional">
            {(control) => (
              <Input
                {...control}
                maxLength={500}
                autoComplete="off"
                value={description}
                onChange={(event) => setDescription(event.target.value)}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
