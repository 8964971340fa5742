import { testSmtp } from '@stoa/contract/services/auth/mail-door'
import { FormField } from '../../../components/form/form-field.tsx'
import { useEndpointForm } from '../../../components/form/use-endpoint-form.ts'
import { useTestSmtp } from '../../../data/resources/auth-mails.ts'
import { Form, SubmitButton } from '../../../ui/form.tsx'
import { Input } from '../../../ui/input.tsx'

/** Sends an email through the project's mail server. */
export function TestMailForm({ projectRef }: { projectRef: string }) {
  const test = useTestSmtp(projectRef)
  const { form, state } = useEndpointForm(testSmtp, {
    defaults: { to: '' },
    toBody: ({ to }) => ({ to: to.trim() }),
    mutation: { ...test, mutate: ({ to }: { to: string }, options) => test.mutate(to, options) },
    errorField: 'to',
  })
  return (
    // An address that no email was sent to is nothing to keep.
    <Form {...state} isDirty={false} className="grid gap-3">
      {() => (
        <>
          <FormField control={form.control} name="to" label="To" problem="Enter an email address.">
            {(control, value, change) => (
              <Input
                {...control}
                type="email"
                value={value}
                onChange={(event) => change(event.target.value)}
              />
            )}
          </FormField>
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
