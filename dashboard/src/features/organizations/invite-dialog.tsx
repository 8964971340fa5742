import type { MailOutcome } from '@stoa/contract/platform/mail'
import { createInvitation } from '@stoa/contract/platform/members'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { ShownOnceDialog } from '../../components/shown-once-dialog.tsx'
import { useCreateInvitation } from '../../data/resources/platform/members.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { ROLES } from './roles.ts'

/** Creates an invitation and shows its link, which cannot be shown again later. */
export function InviteDialog({ slug, onClose }: { slug: string; onClose: () => void }) {
  const emailField = useInitialFocus<HTMLInputElement>()
  const invite = useCreateInvitation(slug)
  const form = useForm({
    endpoint: createInvitation,
    values: { email: '', role: 'developer' },
    toBody: ({ email, role }) => ({ email: email.trim(), role }),
    mutation: invite,
    errorField: 'email',
  })
  const { values, change, state } = form
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
        <DialogForm {...state} className="grid gap-4" submitLabel="Invite" onCancel={onClose}>
          <InputField
            form={form}
            name="email"
            label="Email"
            description="Only an account with this email address can accept the invitation."
            problem="Enter an email address, such as jo@example.com."
            type="email"
            ref={emailField}
          />
          <Field label="Role">
            {(control) => (
              <Select
                {...control}
                value={values.role}
                options={ROLES}
                onValueChange={(role) => change({ role })}
              />
            )}
          </Field>
        </DialogForm>
      </DialogContent>
    </Dialog>
  )
}

const SHOWN_ONCE = 'The link works for 7 days and won’t be shown again.'

const UNCONFIRMED = 'Creating an account with it also needs a confirmation email.'

/** Says whether the invitation was mailed, and what to do if it was not. */
function createdTexts({
  email,
  mail,
  confirms_email: isConfirmed,
}: {
  email: string
  mail: MailOutcome
  confirms_email: boolean
}) {
  const limits = isConfirmed ? SHOWN_ONCE : `${SHOWN_ONCE} ${UNCONFIRMED}`
  switch (mail) {
    case 'sent':
      return {
        title: 'Invitation sent',
        description: `We emailed the link to ${email}. ${SHOWN_ONCE}`,
      }
    case 'failed':
      return {
        title: 'Invitation created, but not emailed',
        description: `The mail server didn’t accept the email. Copy the link and send it to ${email} yourself. ${limits}`,
      }
    case 'no_mail_server':
      return {
        title: 'Invitation created',
        description: `No mail server is configured. Copy the link and send it to ${email} yourself. ${limits}`,
      }
  }
}
