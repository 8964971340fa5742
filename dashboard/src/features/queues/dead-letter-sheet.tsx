import {
  ReplacedDeadLetters,
  setDeadLetters,
  type Queue,
} from '@stoa/contract/services/queues/queues'
import { ConflictDialog } from '../../components/form/conflict-dialog.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useSetDeadLetters } from '../../data/resources/services/queues/queues.ts'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { DeadLetterFields, deadLettersOf, draftOf } from './dead-letter-fields.tsx'

type DeadLetterSheetProps = { projectRef: string; queue: Queue; onClose: () => void }

/** Changes where a queue's messages are moved after too many reads. */
export function DeadLetterSheet({ projectRef, queue, onClose }: DeadLetterSheetProps) {
  const { values, change, state, conflict } = useForm({
    kind: 'record',
    endpoint: setDeadLetters,
    values: { dead_letters: draftOf(queue.dead_letters) },
    toBody: ({ dead_letters }) => ({ dead_letters: deadLettersOf(dead_letters) }),
    mutation: useSetDeadLetters(projectRef, queue.name),
    guard: { schema: ReplacedDeadLetters, record: queue },
    onSuccess: onClose,
  })
  return (
    <Sheet open title="Dead-letter queue" onClose={onClose}>
      <SheetForm {...state} submitLabel="Save" onCancel={onClose}>
        <DeadLetterFields
          projectRef={projectRef}
          name={queue.name}
          value={values.dead_letters}
          onValueChange={(dead_letters) => change({ dead_letters })}
        />
      </SheetForm>
      {conflict && <ConflictDialog {...conflict} />}
    </Sheet>
  )
}
