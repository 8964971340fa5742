import { z } from 'zod'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { hasErrorCode } from '../../data/client/api-error.ts'
import { useChangePassword } from '../../data/resources/platform/credentials.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { passwordProblem } from './password-field.tsx'

const PasswordChange = z.object({
  current: z.string().min(1, 'Enter your current password.'),
  password: z.string().refine((text) => passwordProblem(text, true) === undefined, {
    message: passwordProblem('', true),
  }),
})

/** Replaces the password, for which the current one is needed. */
export function ChangePasswordDialog({ onClose }: { onClose: () => void }) {
  const field = useInitialFocus<HTMLInputElement>()
  const change = useChangePassword()
  const form = useForm({
    schema: PasswordChange,
    values: { current: '', password: '' },
    mutation: change,
    onSuccess: onClose,
    errorField: (error) =>
      hasErrorCode(error, 'current_password_invalid') ? 'current' : 'password',
  })
  const { state } = form
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Change password"
        description="Signs out all your other sessions. You get an email about it."
      >
        <DialogForm
          {...state}
          className="grid gap-4"
          submitLabel="Change password"
          onCancel={onClose}
        >
          <InputField
            form={form}
            name="current"
            label="Current password"
            type="password"
            autoComplete="current-password"
            ref={field}
          />
          <InputField
            form={form}
            name="password"
            label="New password"
            type="password"
            autoComplete="new-password"
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
