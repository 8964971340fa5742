import { MAX_ASSISTANT_MESSAGE } from '@stoa/contract/platform/assistant'
import { ArrowUp, Square, X } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { SqlSnippet } from '../../data/local/assistant/chats.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { Textarea } from '../../ui/inputs/textarea.tsx'
import { textWith } from './question.ts'

type ComposerProps = {
  initialText: string
  /** Attachments of the message. */
  snippets: readonly SqlSnippet[]
  tables: readonly string[]
  isEditing: boolean
  /** Whether the answer of this chat is arriving. */
  isAnswering: boolean
  /** Whether any chat of the project is being answered. */
  isBusy: boolean
  onSend: (text: string) => void
  onStop: () => void
  onCancel: () => void
}

/** The field for the next message. Enter sends, Shift+Enter begins a new line. */
export function Composer({ initialText, isEditing, isAnswering, isBusy, ...props }: ComposerProps) {
  const field = useRef<HTMLTextAreaElement>(null)
  const [text, setText] = useState(initialText)
  const [snippets, setSnippets] = useState(props.snippets)
  const whole = textWith(text, { snippets, tables: props.tables })
  const isTooLong = whole.length > MAX_ASSISTANT_MESSAGE
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const send = () => {
    if (whole === '' || isBusy || isTooLong) return
    setText('')
    setSnippets([])
    props.onSend(whole)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter also chooses a suggestion of an input method.
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return
    event.preventDefault()
    send()
  }
  return (
    <form
      className="grid gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      {isEditing && (
        <div className="flex items-center justify-between gap-2 text-xs text-muted">
          Sending replaces this message and everything after it.
          <Button size="sm" variant="ghost" onClick={props.onCancel}>
            Cancel edit
          </Button>
        </div>
      )}
      {snippets.length > 0 && (
        <ul aria-label="Attachments" className="flex flex-wrap gap-1">
          {snippets.map((snippet) => (
            <li key={snippet.label}>
              <Badge>
                {snippet.label}
                <button
                  type="button"
                  aria-label={`Remove ${snippet.label}`}
                  onClick={() => setSnippets(snippets.filter((other) => other !== snippet))}
                >
                  <X className="size-3" />
                </button>
              </Badge>
            </li>
          ))}
        </ul>
      )}
      <div className="flex items-end gap-2">
        <Textarea
          ref={field}
          aria-label="Message"
          aria-invalid={isTooLong || undefined}
          placeholder="Ask about this project"
          value={text}
          rows={Math.min(10, Math.max(2, text.split('\n').length))}
          className="resize-none"
          onChange={({ target }) => setText(target.value)}
          onKeyDown={onKeyDown}
        />
        {isAnswering ? (
          <IconButton label="Stop" variant="secondary" onClick={props.onStop}>
            <Square />
          </IconButton>
        ) : (
          <IconButton
            type="submit"
            label="Send"
            variant="primary"
            disabled={whole === '' || isBusy || isTooLong}
          >
            <ArrowUp />
          </IconButton>
        )}
      </div>
      {isTooLong && (
        <p role="alert" className="text-xs text-danger-text">
          The message is too long. Shorten it to {MAX_ASSISTANT_MESSAGE.toLocaleString('en')}{' '}
          characters.
        </p>
      )}
      {isBusy && !isAnswering && (
        <p className="text-xs text-muted">Another chat is being answered. Wait for it to end.</p>
      )}
    </form>
  )
}
