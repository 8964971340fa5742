import { useState } from 'react'
import { z } from 'zod'
import { FormField } from '../../components/form/form-field.tsx'
import { InputField } from '../../components/form/input-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { plainCode } from '../../data/client/second-factor.ts'
import {
  useConfirmEmailChange,
  useRequestEmailChange,
} from '../../data/resources/platform/credentials.ts'
import { pageStorage } from '../../lib/storage.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { Input } from '../../ui/inputs/input.tsx'
import { Dialog, DialogContent, DialogForm } from '../../ui/overlays/dialog.tsx'
import { keepSignUpReturn } from './sign-up-return.ts'
import { codeProblem } from './step-form.tsx'
import { NO_MAIL_SERVER } from './texts.ts'
import { usePublicInstallation } from './use-public-installation.ts'

type ChangeEmailDialogProps = { email: string; onClose: () => void }

type Step =
  | { step: 'address' }
  | { step: 'new-mailbox'; newEmail: string }
  | { step: 'current-mailbox'; newEmail: string }

/** Changes the account's address, which the mailboxes of both addresses confirm. */
export function ChangeEmailDialog({ email, onClose }: ChangeEmailDialogProps) {
  const [state, setState] = useState<Step>({ step: 'address' })
  const installation = usePublicInstallation()
  const note = installation?.has_mail_server === false ? ` ${NO_MAIL_SERVER}` : ''
  const done = (newEmail: string) => {
    toast.success('Email changed', { description: `Sign in with ${newEmail} from now on.` })
    onClose()
  }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title="Change email"
        description={
          state.step === 'address'
            ? 'We email a code to both addresses. The change takes effect when both are entered.'
            : `Enter the code from the email to ${state.step === 'new-mailbox' ? state.newEmail : email}.${note}`
        }
      >
        {state.step === 'address' && (
          <AddressForm
            onCancel={onClose}
            onRequested={(newEmail) => setState({ step: 'new-mailbox', newEmail })}
          />
        )}
        {state.step !== 'address' && (
          <MailboxForm
            key={state.step}
            email={state.step === 'new-mailbox' ? state.newEmail : email}
            onCancel={onClose}
            onConfirmed={(isDone) =>
              isDone
                ? done(state.newEmail)
                : setState({ step: 'current-mailbox', newEmail: state.newEmail })
            }
          />
        )}
      </DialogContent>
    </Dialog>
  )
}

const Address = z.object({ email: z.email('Enter an email address, such as jo@example.com.') })

type AddressFormProps = { onCancel: () => void; onRequested: (email: string) => void }

function AddressForm({ onCancel, onRequested }: AddressFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const request = useRequestEmailChange(pageStorage)
  const form = useForm({
    schema: Address,
    values: { email: '' },
    toBody: ({ email }) => ({ email: email.trim() }),
    mutation: { ...request, mutate: ({ email }, options) => request.mutate(email, options) },
    onSuccess: () => {
      // The links in the emails work, too.
      keepSignUpReturn('/account/me')
      onRequested(values.email.trim())
    },
    errorField: 'email',
  })
  const { values, state } = form
  return (
    <DialogForm {...state} className="grid gap-4" submitLabel="Send codes" onCancel={onCancel}>
      <InputField
        form={form}
        name="email"
        label="New email"
        type="email"
        autoComplete="email"
        ref={field}
      />
    </DialogForm>
  )
}

const MailCode = z.object({ code: z.string().length(6, codeProblem('')) })

type MailboxFormProps = {
  email: string
  onCancel: () => void
  onConfirmed: (isDone: boolean) => void
}

function MailboxForm({ email, onCancel, onConfirmed }: MailboxFormProps) {
  const field = useInitialFocus<HTMLInputElement>()
  const confirm = useConfirmEmailChange()
  const form = useForm({
    schema: MailCode,
    values: { code: '' },
    mutation: {
      ...confirm,
      mutate: ({ code }, options) => confirm.mutate({ email, code }, options),
    },
    onSuccess: onConfirmed,
    errorField: 'code',
  })
  const { state } = form
  return (
    <DialogForm {...state} className="grid gap-4" submitLabel="Confirm" onCancel={onCancel}>
      <FormField form={form} name="code" label="Code">
        {(control, value, change) => (
          <Input
            {...control}
            ref={field}
            inputMode="numeric"
            autoComplete="one-time-code"
            className="font-mono"
            value={value}
            onChange={(event) => change(plainCode(event.target.value))}
          />
        )}
      </FormField>
    </DialogForm>
  )
}
