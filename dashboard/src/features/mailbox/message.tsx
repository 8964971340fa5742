import type { Mail } from '@stoa/contract/platform/installation'
import { useState } from 'react'
import { Time } from '../../components/time.tsx'
import { SegmentedControl } from '../../ui/segmented-control.tsx'

/**
 * The HTML of a message is untrusted: anybody who can make a project send mail can influence it.
 * The frame has an opaque origin, runs no scripts and submits no forms; links open a new window.
 */
const SANDBOX = 'allow-popups allow-popups-to-escape-sandbox'
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'"

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
        <iframe
          title={mail.subject}
          sandbox={SANDBOX}
          srcDoc={framed(mail.html)}
          className="m-3 min-h-80 w-[calc(100%-1.5rem)] flex-1 rounded-md border bg-[white]"
        />
      ) : (
        <Text text={mail.text} />
      )}
    </article>
  )
}

function framed(html: string): string {
  return `<meta http-equiv="Content-Security-Policy" content="${POLICY}"><base target="_blank"><style>body{font:14px/1.6 system-ui,sans-serif;margin:16px;color:#222}</style>${html}`
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
