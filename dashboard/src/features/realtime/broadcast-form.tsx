import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Textarea } from '../../ui/textarea.tsx'
import { toast } from '../../ui/toast.ts'

type BroadcastFormProps = { onSend: (event: string, payload: unknown) => Promise<boolean> }

/** Sends a message to everybody on the channel. */
export function BroadcastForm({ onSend }: BroadcastFormProps) {
  const [event, setEvent] = useState('message')
  const [text, setText] = useState('{ "text": "Hello" }')
  const [isPending, setIsPending] = useState(false)
  const payload = parse(text)
  const send = async () => {
    if (!payload || isPending) return
    setIsPending(true)
    const isSent = await onSend(event.trim(), payload.value)
    setIsPending(false)
    if (!isSent) toast.error('The message was not sent')
  }
  return (
    <form
      className="grid gap-4 border-t pt-6"
      onSubmit={(submitted) => {
        submitted.preventDefault()
        void send()
      }}
    >
      <Field label="Event">
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            value={event}
            onChange={(changed) => setEvent(changed.target.value)}
          />
        )}
      </Field>
      <Field label="Payload" error={payload ? undefined : 'Enter valid JSON.'}>
        {(control) => (
          <Textarea
            {...control}
            rows={4}
            spellCheck={false}
            className="font-mono"
            value={text}
            onChange={(changed) => setText(changed.target.value)}
          />
        )}
      </Field>
      <div>
        <Button type="submit" disabled={!payload || event.trim() === ''} pending={isPending}>
          Send message
        </Button>
      </div>
    </form>
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
