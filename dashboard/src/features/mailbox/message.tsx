import type { Mail } from '@stoa/contract/platform/installation'
import { useState } from 'react'
import { MailFrame } from '../../components/mail-frame.tsx'
import { Time } from '../../components/time.tsx'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'

export function Message({ mail }: { mail: Mail }) {
  const [view, setView] = useState<'html' | 'text'>(mail.html ? 'html' : 'text')
  return (
    <article className="flex min-h-96 min-w-0 flex-col md:h-[calc(100dvh-12rem)]">
      <header className="flex flex-wrap items-start justify-between gap-2 border-b px-4 py-3">
        <div className="min-w-0">
          <h2 className="text-base font-semibold">{mail.subject}</h2>
          <p className="text-xs text-muted">
            To {mail.to} · <Time date={mail.sent_at} />
          </p>
        </div>
        {mail.html && (
          <SegmentedControl
            aria-label="Message format"
            value={view}
            onValueChange={setView}
            options={[
              { value: 'html', label: 'HTML' },
              { value: 'text', label: 'Text' },
            ]}
          />
        )}
      </header>
      {view === 'html' ? (
        <MailFrame
          title={mail.subject}
          html={mail.html}
          className="m-3 min-h-80 w-[calc(100%-1.5rem)] flex-1"
        />
      ) : (
        <Text text={mail.text} />
      )}
    </article>
  )
}

/** Plain text with its URLs as links. */
function Text({ text }: { text: string }) {
  const parts = text.split(/(https?:\/\/[^\s<>"]+)/)
  return (
    <div className="overflow-auto p-4 text-base break-words whitespace-pre-wrap">
      {parts.map((part, index) =>
        index % 2 === 1 ? (
          // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never move
          <a
            key={index}
            href={part}
            target="_blank"
            rel="noreferrer noopener"
            className="text-accent-text underline"
          >
            {part}
          </a>
        ) : (
          part
        ),
      )}
    </div>
  )
}
