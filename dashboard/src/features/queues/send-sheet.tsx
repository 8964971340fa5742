import { sendQueueMessage } from '@stoa/contract/services/queues/queues'
import { FormField } from '../../components/form/form-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useSendQueueMessage } from '../../data/resources/services/queues/queues.ts'
import { Input } from '../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'

type SendSheetProps = { projectRef: string; name: string; onClose: () => void }

/** Sends a message to a queue. */
export function SendSheet({ projectRef, name, onClose }: SendSheetProps) {
  const send = useSendQueueMessage(projectRef, name)
  const form = useForm({
    endpoint: sendQueueMessage,
    values: { message: '{}', delay_seconds: '0' },
    toBody: ({ message, delay_seconds }) => ({
      message: isJson(message) ? message : undefined,
      delay_seconds: delay_seconds.trim() === '' ? undefined : Number(delay_seconds),
    }),
    mutation: send,
    onSuccess: onClose,
    errorField: 'message',
  })
  const { state } = form
  return (
    <Sheet open title="Send message" onClose={onClose}>
      <SheetForm {...state} submitLabel="Send message" onCancel={onClose}>
        <FormField
          form={form}
          name="message"
          label="Message"
          problem={'Enter valid JSON, such as {"id": 1}.'}
        >
          {(attributes, value, change) => (
            <Textarea
              {...attributes}
              rows={10}
              maxLength={900_000}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </FormField>
        <FormField
          form={form}
          name="delay_seconds"
          label="Delay"
          aside="seconds"
          description="The message becomes available after this time."
          problem="Enter a whole number of seconds, up to one year."
        >
          {(attributes, value, change) => (
            <Input
              {...attributes}
              inputMode="numeric"
              className="w-32"
              value={value}
              onChange={({ target }) => change(target.value)}
            />
          )}
        </FormField>
      </SheetForm>
    </Sheet>
  )
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
