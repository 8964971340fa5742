import { MAX_LISTED_MESSAGE, type QueueMessage } from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { indentJson } from '../../components/result-grid/json-text.ts'
import { Time } from '../../components/time.tsx'
import {
  useArchiveQueueMessage,
  useDeleteQueueMessage,
} from '../../data/resources/services/queues/queues.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'

type MessageSheetProps = {
  projectRef: string
  name: string
  message: QueueMessage
  canWrite: boolean
  onClose: () => void
}

/** One message with its JSON, and the actions on it. */
export function MessageSheet({ projectRef, name, message, canWrite, onClose }: MessageSheetProps) {
  const archive = useArchiveQueueMessage(projectRef, name)
  const remove = useDeleteQueueMessage(projectRef, name)
  const [isDeleting, setIsDeleting] = useState(false)
  const times = [
    ['Sent', message.enqueued_at],
    ['Available', message.visible_at],
    ['Archived', message.archived_at],
  ] as const
  return (
    <Sheet open size="lg" title={`Message ${message.id}`} onClose={onClose}>
      <SheetBody className="grid content-start gap-4">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          {times.map(
            ([label, time]) =>
              time !== null && (
                <div key={label} className="contents">
                  <dt className="text-muted">{label}</dt>
                  <dd>
                    <Time date={time} />
                  </dd>
                </div>
              ),
          )}
          <dt className="text-muted">Reads</dt>
          <dd>{formatCount(message.read_count)}</dd>
        </dl>
        <CodeBlock label="message" wrap code={indentJson(message.message ?? 'null')} />
        {message.is_cut && (
          <p className="text-xs text-muted">
            Showing the first {formatCount(MAX_LISTED_MESSAGE)} characters. Read the whole message
            with SQL.
          </p>
        )}
        {message.headers !== null && (
          <div className="grid gap-1.5">
            <h3 className="font-medium">Headers</h3>
            <CodeBlock label="headers" wrap code={indentJson(message.headers)} />
          </div>
        )}
      </SheetBody>
      {canWrite && message.archived_at === null && (
        <SheetFooter>
          <Button
            pending={archive.isPending}
            onClick={() => archive.mutate(message.id, { onSuccess: onClose })}
          >
            Archive
          </Button>
          <Button onClick={() => setIsDeleting(true)}>Delete</Button>
        </SheetFooter>
      )}
      <ConfirmDialog
        visible={isDeleting}
        variant="danger"
        size="md"
        title={`Delete message ${message.id}`}
        description="This can’t be undone."
        confirmLabel="Delete message"
        loading={remove.isPending}
        onCancel={() => setIsDeleting(false)}
        onConfirm={() =>
          remove.mutate(message.id, { onSuccess: onClose, onError: () => setIsDeleting(false) })
        }
      />
    </Sheet>
  )
}
