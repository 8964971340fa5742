import { testSmtp } from '@stoa/contract/services/auth/mail-door'
import { InputField } from '../../../components/form/input-field.tsx'
import { useForm } from '../../../components/form/use-form.ts'
import { useTestSmtp } from '../../../data/resources/services/auth/mails.ts'
import { Form, SubmitButton } from '../../../ui/forms/form.tsx'

/** Sends an email through the project's mail server. */
export function TestMailForm({ projectRef }: { projectRef: string }) {
  const test = useTestSmtp(projectRef)
  const form = useForm({
    endpoint: testSmtp,
    values: { to: '' },
    toBody: ({ to }) => ({ to: to.trim() }),
    mutation: {
      ...test,
      mutate: ({ to }: { to: string }, options) => test.mutate({ to }, options),
    },
    errorField: 'to',
  })
  const { state } = form
  return (
    // An address that no email was sent to need not be kept.
    <Form {...state} isDirty={false} className="grid gap-3">
      {() => (
        <>
          <InputField
            form={form}
            name="to"
            label="To"
            problem="Enter an email address."
            type="email"
          />
          <div>
            <SubmitButton state={state} variant="secondary">
              Send test email
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}
