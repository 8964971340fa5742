import type { Role } from '@stoa/contract/platform/permissions'
import { useState } from 'react'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateInvitation } from '../../data/resources/members.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { ROLES } from './roles.ts'

/** Creates an invitation and shows its link, which cannot be shown again later. */
export function InviteDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const emailField = useInitialFocus<HTMLInputElement>()
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('developer')
  const invite = useCreateInvitation(slug)
  if (invite.data) {
    return (
      <ShownOnceDialog
        title="Invitation sent"
        description={`It was mailed to ${invite.data.email}. The link is shown only now.`}
        value={invite.data.link}
        valueLabel="invitation link"
        onClose={onClose}
      />
    )
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title="Invite member">
        <DialogForm
          className="grid gap-4"
          submitLabel="Invite"
          pending={invite.isPending}
          onSubmit={() => invite.mutate({ email: email.trim(), role })}
          onCancel={onClose}
        >
          <Field
            label="Email"
            error={invite.error ? errorMessage(invite.error) : undefined}
            description="Only an account with this address can accept."
          >
            {(control) => (
              <Input
                {...control}
                type="email"
                required
                ref={emailField}
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            )}
          </Field>
          <Field label="Role">
            {(control) => (
              <Select {...control} value={role} options={ROLES} onValueChange={setRole} />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}
