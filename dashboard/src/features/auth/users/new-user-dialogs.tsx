import { createUser, inviteUser } from '@stoa/contract/services/auth/members'
import { type ReactNode } from 'react'
import { useForm } from '../../../components/form/use-form.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useCreateUser, useInviteUser } from '../../../data/resources/services/auth/users.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/overlays/dialog.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import type { FormState } from '../../../ui/forms/form.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Switch } from '../../../ui/inputs/switch.tsx'

type NewUserProps = {
  projectRef: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Creates a user with a password, which is valid immediately. */
export function NewUserDialog({ projectRef, onCreated, onClose }: NewUserProps) {
  const { values, problems, change, state } = useForm({
    endpoint: createUser,
    values: { email: '', phone: '', password: '', confirm: true },
    toBody: ({ email, phone, password, confirm }) => ({
      ...(email.trim() !== '' && { email }),
      ...(phone.trim() !== '' && { phone }),
      ...(password !== '' && { password }),
      confirm,
    }),
    mutation: useCreateUser(projectRef),
    onSuccess: ({ id }) => onCreated(id),
    errorField: (error) => {
      const message = errorMessage(error)
      if (/password/i.test(message)) return 'password'
      return /phone/i.test(message) && !/email/i.test(message) ? 'phone' : 'email'
    },
  })
  const { email, phone, password, confirm } = values
  return (
    <UserDialog title="New user" submitLabel="Create user" {...state} onClose={onClose}>
      <Field label="Email" error={problems.email}>
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Phone number"
        aside={email.trim() !== '' ? 'optional' : 'instead of an email'}
        description="With the country code, such as +49 151 23456789."
        error={problems.phone}
      >
        {(control) => (
          <Input
            {...control}
            type="tel"
            autoComplete="off"
            value={phone}
            onChange={(event) => change({ phone: event.target.value })}
          />
        )}
      </Field>
      <Field
        label="Password"
        aside="optional"
        description="Without a password, the user signs in with a link or a code."
        error={problems.password}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            autoComplete="new-password"
            value={password}
            onChange={(event) => change({ password: event.target.value })}
          />
        )}
      </Field>
      <Toggle
        label="Confirmed"
        description="A confirmed user can sign in immediately. No message is sent."
      >
        {(control) => (
          <Switch
            {...control}
            checked={confirm}
            onCheckedChange={(isOn) => change({ confirm: isOn })}
          />
        )}
      </Toggle>
    </UserDialog>
  )
}

/** Creates a user who chooses a password after following a link in an email. */
export function InviteUserDialog({ projectRef, onCreated, onClose }: NewUserProps) {
  const invite = useInviteUser(projectRef)
  const { values, problems, change, state } = useForm({
    endpoint: inviteUser,
    values: { email: '' },
    toBody: (typed) => typed,
    mutation: invite,
    onSuccess: ({ id }) => onCreated(id),
    errorField: 'email',
  })
  return (
    <UserDialog title="Invite user" submitLabel="Send invitation" {...state} onClose={onClose}>
      <Field
        label="Email"
        description="The link in the email confirms the address and leads to the project’s Site URL."
        error={problems.email}
      >
        {(control) => (
          <Input
            {...control}
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        )}
      </Field>
    </UserDialog>
  )
}

type UserDialogProps = FormState & {
  title: string
  submitLabel: string
  onClose: () => void
  children: ReactNode
}

function UserDialog({ title, onClose, ...form }: UserDialogProps) {
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={title}>
        <DialogForm className="grid gap-4" onCancel={onClose} {...form} />
      </DialogContent>
    </Dialog>
  )
}
