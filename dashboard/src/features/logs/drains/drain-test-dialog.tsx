import type { LogDrain } from '@stoa/contract/services/logs/drains'
import { QueryError } from '../../../components/query-error.tsx'
import { useTestLogDrain, type LogDrainTest } from '../../../data/resources/services/logs/drains.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { StatusDot } from '../../../ui/display/status-dot.tsx'
import { Dialog, DialogBody, DialogContent, DialogFooter } from '../../../ui/overlays/dialog.tsx'

type DrainTestDialogProps = { projectRef: string; drain: LogDrain; onClose: () => void }

/** Sends one event to the destination of a drain and shows the response. */
export function DrainTestDialog({ projectRef, drain, onClose }: DrainTestDialogProps) {
  const test = useTestLogDrain(projectRef)
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={`Test ${drain.name}`}
        description="Sends one event to the destination. It is not counted, and is not stored here."
      >
        {(test.data || test.error) && (
          <DialogBody className="grid gap-3" aria-live="polite">
            {test.error && (
              <QueryError
                title="Could not test the log drain"
                error={test.error}
                onRetry={() => test.mutate(drain.token)}
              />
            )}
            {test.data && <TestResult result={test.data} />}
          </DialogBody>
        )}
        <DialogFooter>
          <Button
            variant="primary"
            pending={test.isPending}
            onClick={() => test.mutate(drain.token)}
          >
            Send test event
          </Button>
          <Button onClick={onClose}>Close</Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  )
}

function TestResult({ result }: { result: LogDrainTest }) {
  const { is_accepted: isAccepted, status, response, duration_ms: duration } = result
  return (
    <>
      <p className="flex items-center gap-2">
        <StatusDot tone={isAccepted ? 'success' : 'danger'} />
        {isAccepted ? 'Accepted' : 'Not accepted'}
        {status !== null && ` with status ${status}`} after {duration} ms
      </p>
      {response !== '' && <CodeBlock label="Response" code={response} wrap />}
    </>
  )
}
