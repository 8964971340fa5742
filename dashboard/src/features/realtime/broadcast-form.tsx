import { fieldsCheckedBy } from '../../components/form/checked-by.ts'
import { useForm } from '../../components/form/use-form.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Form, SubmitButton } from '../../ui/forms/form.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { toast } from '../../ui/feedback/toast.ts'

type BroadcastFormProps = { onSend: (event: string, payload: unknown) => Promise<boolean> }

const FIRST = { event: 'message', payload: '{ "text": "Hello" }' }

const MESSAGE = fieldsCheckedBy<typeof FIRST>(({ event, payload }) => ({
  event: event.trim() === '' ? 'Enter the name of the event.' : undefined,
  payload: parse(payload) ? undefined : 'Enter valid JSON.',
})).transform(({ event, payload }) => ({ event: event.trim(), payload: parse(payload)?.value }))

/** Sends a message to everybody on the channel. */
export function BroadcastForm({ onSend }: BroadcastFormProps) {
  const { values, problems, change, state } = useForm({
    values: FIRST,
    schema: MESSAGE,
    submit: ({ event, payload }) => onSend(event, payload),
    onSuccess(isSent) {
      if (!isSent) toast.error('The message was not sent')
    },
  })
  return (
    // The message is kept for the next one, so no input is unsaved.
    <Form {...state} isDirty={false} className="grid gap-4 border-t pt-6">
      {() => (
        <>
          <Field label="Event" error={problems.event}>
            {(control) => (
              <Input
                {...control}
                autoComplete="off"
                spellCheck={false}
                maxLength={200}
                value={values.event}
                onChange={(changed) => change({ event: changed.target.value })}
              />
            )}
          </Field>
          <Field label="Payload" error={problems.payload}>
            {(control) => (
              <Textarea
                {...control}
                rows={4}
                spellCheck={false}
                className="font-mono"
                value={values.payload}
                onChange={(changed) => change({ payload: changed.target.value })}
              />
            )}
          </Field>
          <div>
            <SubmitButton state={state} variant="secondary">
              Send message
            </SubmitButton>
          </div>
        </>
      )}
    </Form>
  )
}

function parse(text: string): { value: unknown } | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return { value }
  } catch {
    return undefined
  }
}
