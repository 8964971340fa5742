import type { ComponentProps, ReactNode } from 'react'
import { useInitialFocus } from '../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../ui/overlays/dialog.tsx'
import type { FormState } from '../ui/forms/form.tsx'
import { Input } from '../ui/inputs/input.tsx'
import { ShownOnceDialog } from './shown-once-dialog.tsx'

type NewCredentialDialogProps = {
  title: string
  description?: string
  submitLabel: string
  form: FormState
  /** The new credential, which is shown only once. Undefined until it is created. */
  shown: { title: string; description: string; label: string; value: string } | undefined
  /** The fields. */
  children: ReactNode
  onClose: () => void
}

/** Creates a credential and shows it once. */
export function NewCredentialDialog({
  title,
  description,
  submitLabel,
  form,
  shown,
  children,
  onClose,
}: NewCredentialDialogProps) {
  if (shown) {
    const { label, ...words } = shown
    return <ShownOnceDialog {...words} valueLabel={label} onClose={onClose} />
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title} description={description}>
        <DialogForm {...form} className="grid gap-4" submitLabel={submitLabel} onCancel={onClose}>
          {children}
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

type CredentialNameProps = Omit<ComponentProps<typeof Input>, 'onChange'> & {
  onValueChange: (value: string) => void
}

/** The field for a new credential's purpose. The dialog opens with it focused. */
export function CredentialName({ onValueChange, ...props }: CredentialNameProps) {
  const focused = useInitialFocus<HTMLInputElement>()
  return (
    <Input
      {...props}
      ref={focused}
      maxLength={100}
      autoComplete="off"
      onChange={(event) => onValueChange(event.target.value)}
    />
  )
}
