import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import type { SentRequest } from './chat-session.ts'

type SentSheetProps = { requests: readonly SentRequest[]; onClose: () => void }

/** Everything that left the installation for one answer, as the provider received it. */
export function SentSheet({ requests, onClose }: SentSheetProps) {
  return (
    <Sheet
      open
      size="xl"
      title="What was sent"
      description="The requests behind this answer. They are not stored."
      onClose={onClose}
    >
      <SheetBody className="grid content-start gap-4">
        {requests.map(({ host, model, body }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- requests are only added at the end
          <section key={index} className="grid min-w-0 gap-2">
            <h3 className="font-medium">
              Request {index + 1} to {host}, model {model}
            </h3>
            <CodeBlock wrap code={readable(body)} copyText={body} label={`request ${index + 1}`} />
          </section>
        ))}
      </SheetBody>
    </Sheet>
  )
}

const readable = (body: string): string => JSON.stringify(JSON.parse(body), null, 2)
