import type { MailOutcome } from '@stoa/contract/platform/mail'
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
        {...createdTexts(invite.data)}
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
            description="Only an account with this email address can accept the invitation."
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

const SHOWN_ONCE = 'The link works for 7 days and won’t be shown again.'

/** Says whether the invitation was mailed, and what to do if it was not. */
function createdTexts({ email, mail }: { email: string; mail: MailOutcome }) {
  switch (mail) {
    case 'sent':
      return {
        title: 'Invitation sent',
        description: `We emailed the link to ${email}. ${SHOWN_ONCE}`,
      }
    case 'failed':
      return {
        title: 'Invitation created, but not emailed',
        description: `The mail server didn’t accept the email. Copy the link and send it to ${email} yourself. ${SHOWN_ONCE}`,
      }
    case 'no_mail_server':
      return {
        title: 'Invitation created',
        description: `No mail server is configured. Copy the link and send it to ${email} yourself. ${SHOWN_ONCE}`,
      }
  }
}
