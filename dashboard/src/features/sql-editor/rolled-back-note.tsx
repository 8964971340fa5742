import { Undo2 } from 'lucide-react'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'

type RolledBackNoteProps = { ended: Exclude<QueryAnswer['ended'], 'committed' | 'open'> }

const REASON: Record<RolledBackNoteProps['ended'], string> = {
  left_open: 'The query began a transaction and didn’t commit it. Add COMMIT to keep its changes.',
  rolled_back: 'The query ended its transaction with ROLLBACK.',
}

/** The headline of a result whose changes were discarded. */
export function RolledBackNote({ ended }: RolledBackNoteProps) {
  return (
    <p
      role="status"
      className="flex items-center gap-2 border-b bg-warning-soft px-3 py-1.5 text-warning-text"
    >
      <Undo2 className="size-4 shrink-0" />
      <span>
        <strong className="font-medium">Rolled back.</strong> {REASON[ended]}
      </span>
    </p>
  )
}
