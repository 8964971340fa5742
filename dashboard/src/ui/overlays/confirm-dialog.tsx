import { useState, type ReactNode } from 'react'
import { Button } from '../buttons/button.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from './dialog.tsx'
import { Field } from '../forms/field.tsx'
import { Input } from '../inputs/input.tsx'

type ConfirmDialogProps = {
  visible: boolean
  title: ReactNode
  description?: ReactNode
  /** Only changes the style of the confirm button. */
  variant?: 'success' | 'danger' | 'warning'
  size?: 'sm' | 'md' | 'lg' | 'xl'
  cancelLabel?: string
  confirmLabel?: string
  /** A second way to confirm, such as without an option of the first one. */
  alternative?: { label: string; onSelect: () => void }
  /** The action is running: all buttons are disabled and the dialog stays open. */
  loading?: boolean
  /** For the most serious actions: the user must type this text exactly to confirm. */
  typedName?: string
  /** False while the action can't be confirmed, for example before a choice is made. */
  canConfirm?: boolean
  children?: ReactNode
  onCancel: () => void
  onConfirm: () => void
}

/** Asks before an action that is hard to undo. Closing the dialog in any way cancels it. */
export function ConfirmDialog({ visible, ...props }: ConfirmDialogProps) {
  return (
    <Dialog open={visible} onOpenChange={(open) => !open && !props.loading && props.onCancel()}>
      {visible && <ConfirmDialogContent {...props} />}
    </Dialog>
  )
}

function ConfirmDialogContent({
  title,
  description,
  variant = 'success',
  size = 'lg',
  cancelLabel = 'Cancel',
  confirmLabel = 'Confirm',
  alternative,
  loading = false,
  typedName,
  canConfirm = true,
  children,
  onCancel,
  onConfirm,
}: Omit<ConfirmDialogProps, 'visible'>) {
  const [typed, setTyped] = useState('')
  const isConfirmed = canConfirm && (typedName === undefined || typed === typedName)
  return (
    <DialogContent title={title} description={description} size={size}>
      <form
        className="contents"
        onSubmit={(event) => {
          event.preventDefault()
          event.stopPropagation()
          if (isConfirmed && !loading) onConfirm()
        }}
      >
        {(children || typedName !== undefined) && (
          <DialogBody className="grid gap-4">
            {children}
            {typedName !== undefined && (
              <Field
                label={
                  <>
                    Type <span className="font-mono select-all">{typedName}</span> to confirm
                  </>
                }
              >
                {(control) => (
                  <Input
                    {...control}
                    value={typed}
                    autoComplete="off"
                    onChange={(event) => setTyped(event.target.value)}
                  />
                )}
              </Field>
            )}
          </DialogBody>
        )}
        <DialogFooter>
          <Button
            type="submit"
            variant={variant === 'success' ? 'primary' : variant}
            pending={loading}
            disabled={!isConfirmed}
          >
            {confirmLabel}
          </Button>
          {alternative && (
            <Button disabled={loading || !isConfirmed} onClick={alternative.onSelect}>
              {alternative.label}
            </Button>
          )}
          {/* Without a field, Cancel gets the focus, so that a held Enter key confirms nothing. */}
          <Button disabled={loading} onClick={onCancel} data-first-focus>
            {cancelLabel}
          </Button>
        </DialogFooter>
      </form>
    </DialogContent>
  )
}
