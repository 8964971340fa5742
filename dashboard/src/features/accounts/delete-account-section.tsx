import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { z } from 'zod'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useDeleteAccount } from '../../data/resources/platform/profile.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { Section } from '../../ui/layout/section.tsx'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'

export function DeleteAccountSection() {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Section
      title="Delete account"
      description="Deletes your profile, private queries, access tokens and memberships."
    >
      <div>
        <Button variant="danger" onClick={() => setIsOpen(true)}>
          Delete account
        </Button>
      </div>
      {isOpen && <DeleteAccountDialog onClose={() => setIsOpen(false)} />}
    </Section>
  )
}

const Confirmation = z.object({ password: z.string().min(1, 'Enter your password.') })

/** Deletes the account after its password is entered, and signs out. */
export function DeleteAccountDialog({ onClose }: { onClose: () => void }) {
  const field = useInitialFocus<HTMLInputElement>()
  const navigate = useNavigate()
  const form = useForm({
    schema: Confirmation,
    values: { password: '' },
    mutation: useDeleteAccount(),
    onSuccess: () => {
      toast.success('Account deleted')
      void navigate({ to: '/logout', state: { isSignOutConfirmed: true } })
    },
  })
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Delete your account?"
        description="You lose access to all organizations at once. Queries, reports and table views that you shared stay with an owner of their organization. Unsaved queries in this browser are deleted. This can’t be undone."
      >
        <DialogForm
          {...form.state}
          className="grid gap-4"
          submitLabel="Delete account"
          onCancel={onClose}
        >
          <InputField
            form={form}
            name="password"
            label="Password"
            type="password"
            autoComplete="current-password"
            ref={field}
          />
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
