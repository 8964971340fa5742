import { useState, type ReactNode } from 'react'
import { errorMessage } from '../data/client/api-error.ts'
import { useInitialFocus } from '../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { Input } from '../ui/input.tsx'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

type NewCredentialDialogProps<Created> = {
  title: string
  description?: string
  /** The words of the field that names the credential. */
  field: { label: string; description: string }
  submitLabel: string
  creation: {
    data: Created | undefined
    error: Error | null
    isPending: boolean
    reset: () => void
  }
  onCreate: (name: string) => void
  /** The new credential, which is shown only once. */
  shown: {
    title: string
    description: string
    label: string
    valueOf: (created: Created) => string
  }
  /** Fields below the name. */
  children?: ReactNode
  onClose: () => void
}

/** Creates a credential with a name and shows it once. */
export function NewCredentialDialog<Created>({
  title,
  description,
  field,
  submitLabel,
  creation,
  onCreate,
  shown,
  children,
  onClose,
}: NewCredentialDialogProps<Created>) {
  const focused = useInitialFocus<HTMLInputElement>()
  const [name, setName] = useState('')
  if (creation.data !== undefined) {
    return (
      <ShownOnceDialog
        title={shown.title}
        description={shown.description}
        value={shown.valueOf(creation.data)}
        valueLabel={shown.label}
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <DialogForm
          submitLabel={submitLabel}
          pending={creation.isPending}
          canSubmit={name.trim() !== ''}
          onSubmit={() => onCreate(name.trim())}
          onCancel={onClose}
        >
          <Field {...field} error={creation.error ? errorMessage(creation.error) : undefined}>
            {(control) => (
              <Input
                {...control}
                ref={focused}
                maxLength={100}
                autoComplete="off"
                value={name}
                onChange={(event) => {
                  creation.reset()
                  setName(event.target.value)
                }}
              />
            )}
          </Field>
          {children}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
