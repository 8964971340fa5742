import { MAX_DELAY_SECONDS } from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useSendQueueMessage } from '../../data/resources/queues.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { Textarea } from '../../ui/textarea.tsx'

type SendSheetProps = { projectRef: string; name: string; onClose: () => void }

/** Sends a message to a queue. */
export function SendSheet({ projectRef, name, onClose }: SendSheetProps) {
  const send = useSendQueueMessage(projectRef, name)
  const [message, setMessage] = useState('{}')
  const [delay, setDelay] = useState('0')
  const isDelay = /^\d{1,9}$/.test(delay) && Number(delay) <= MAX_DELAY_SECONDS
  const problem = isJson(message) ? undefined : 'Enter valid JSON, such as {"id": 1}.'
  return (
    <Sheet open title="Send message" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Send message"
        pending={send.isPending}
        canSubmit={isJson(message) && isDelay}
        onSubmit={() =>
          send.mutate({ message, delay_seconds: Number(delay) }, { onSuccess: onClose })
        }
        onCancel={onClose}
      >
        <Field label="Message" error={send.error ? errorMessage(send.error) : problem}>
          {(control) => (
            <Textarea
              {...control}
              rows={10}
              maxLength={900_000}
              autoComplete="off"
              spellCheck={false}
              className="font-mono text-xs"
              value={message}
              onChange={({ target }) => {
                send.reset()
                setMessage(target.value)
              }}
            />
          )}
        </Field>
        <Field
          label="Delay"
          aside="seconds"
          description="The message becomes available after this time."
          error={isDelay ? undefined : 'Enter a whole number of seconds, up to one year.'}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="w-32"
              value={delay}
              onChange={({ target }) => setDelay(target.value)}
            />
          )}
        </Field>
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
