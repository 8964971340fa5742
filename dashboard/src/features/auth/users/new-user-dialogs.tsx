import { type ReactNode } from 'react'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { Toggle } from '../../../components/settings/toggle.tsx'
import { errorMessage } from '../../../data/client/api-error.ts'
import { useCreateUser, useInviteUser } from '../../../data/resources/auth-users.ts'
import { Dialog, DialogContent, DialogForm } from '../../../ui/dialog.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Switch } from '../../../ui/switch.tsx'

type NewUserProps = {
  projectRef: string
  onCreated: (id: string) => void
  onClose: () => void
}

/** Creates a user with a password, which works at once. */
export function NewUserDialog({ projectRef, onCreated, onClose }: NewUserProps) {
  const { values, isDirty, change } = useFormValues({
    email: '',
    phone: '',
    password: '',
    isConfirmed: true,
  })
  const { email, phone, password, isConfirmed } = values
  const create = useCreateUser(projectRef)
  const isWeak = create.error !== null && /password/i.test(errorMessage(create.error))
  const isPhone = create.error !== null && /phone/i.test(errorMessage(create.error))
  const problem = create.error ? errorMessage(create.error) : undefined
  const submit = () =>
    create.mutate(
      {
        ...(email.trim() !== '' && { email: email.trim() }),
        ...(phone.trim() !== '' && { phone: phone.trim() }),
        ...(password !== '' && { password }),
        confirm: isConfirmed,
      },
      { onSuccess: ({ id }) => onCreated(id) },
    )
  return (
    <UserDialog
      title="New user"
      submitLabel="Create user"
      isDirty={isDirty}
      pending={create.isPending}
      canSubmit={email.trim() !== '' || phone.trim() !== ''}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label="Email" error={isWeak || isPhone ? undefined : problem}>
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
        error={isPhone ? problem : undefined}
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
        error={isWeak ? problem : undefined}
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
            checked={isConfirmed}
            onCheckedChange={(isOn) => change({ isConfirmed: isOn })}
          />
        )}
      </Toggle>
    </UserDialog>
  )
}

/** Creates a user who chooses a password after following a link in an email. */
export function InviteUserDialog({ projectRef, onCreated, onClose }: NewUserProps) {
  const { values, isDirty, change } = useFormValues({ email: '' })
  const { email } = values
  const invite = useInviteUser(projectRef)
  return (
    <UserDialog
      title="Invite user"
      submitLabel="Send invitation"
      isDirty={isDirty}
      pending={invite.isPending}
      canSubmit={email.trim() !== ''}
      onSubmit={() => invite.mutate(email.trim(), { onSuccess: ({ id }) => onCreated(id) })}
      onClose={onClose}
    >
      <Field
        label="Email"
        description="The link in the email confirms the address and leads to the project’s Site URL."
        error={invite.error ? errorMessage(invite.error) : undefined}
      >
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
    </UserDialog>
  )
}

type UserDialogProps = {
  title: string
  submitLabel: string
  isDirty: boolean
  pending: boolean
  canSubmit: boolean
  onSubmit: () => void
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
