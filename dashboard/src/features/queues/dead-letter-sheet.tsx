import type { Queue } from '@stoa/contract/services/queues/queues'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useSetDeadLetters } from '../../data/resources/queues.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { DeadLetterFields, deadLettersOf, draftOf, isValid } from './dead-letter-fields.tsx'

type DeadLetterSheetProps = { projectRef: string; queue: Queue; onClose: () => void }

/** Changes where a queue's messages are moved after too many reads. */
export function DeadLetterSheet({ projectRef, queue, onClose }: DeadLetterSheetProps) {
  const save = useSetDeadLetters(projectRef, queue.name)
  const [draft, setDraft] = useState(draftOf(queue.dead_letters))
  return (
    <Sheet open title="Dead-letter queue" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Save"
        pending={save.isPending}
        canSubmit={isValid(draft)}
        onSubmit={() => save.mutate(deadLettersOf(draft), { onSuccess: onClose })}
        onCancel={onClose}
      >
        {save.error && (
          <ErrorState message={errorMessage(save.error)} details={errorDetails(save.error)} />
        )}
        <DeadLetterFields
          projectRef={projectRef}
          name={queue.name}
          value={draft}
          onValueChange={setDraft}
        />
      </SheetForm>
    </Sheet>
  )
}
