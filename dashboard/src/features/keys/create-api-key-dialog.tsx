import { createApiKey } from '@stoa/contract/platform/keys'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useCreateApiKey } from '../../data/resources/platform/keys.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Radio, RadioGroup } from '../../ui/inputs/radio.tsx'

type CreateApiKeyDialogProps = {
  projectRef: string
  onClose: () => void
}

export function CreateApiKeyDialog({ projectRef, onClose }: CreateApiKeyDialogProps) {
  const nameField = useInitialFocus<HTMLInputElement>()
  const create = useCreateApiKey(projectRef)
  const form = useForm({
    endpoint: createApiKey,
    values: { kind: 'secret', name: '', description: '' },
    toBody: (typed) => typed,
    mutation: create,
    errorField: 'name',
  })
  const { values, change, state } = form
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
          {...state}
          className="grid gap-4"
          submitLabel="Create API key"
          onCancel={onClose}
        >
          <RadioGroup
            aria-label="Kind"
            value={values.kind}
            onValueChange={(next) => change({ kind: next === 'publishable' ? next : 'secret' })}
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
          <InputField
            form={form}
            name="name"
            label="Name"
            description="Lowercase letters, digits and underscores."
            ref={nameField}
            maxLength={64}
            autoComplete="off"
            placeholder="nightly_job"
            className="font-mono text-xs"
          />
          <InputField
            form={form}
            name="description"
            label="Description"
            aside="optional"
            maxLength={500}
            autoComplete="off"
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
