import { useState } from 'react'
import { QueryList } from '../../../components/list/query-list.tsx'
import {
  useClearHistory,
  usePastRuns,
  type PastRun,
  type RunOutcome,
} from '../../../data/resources/platform/content-history.ts'
import { useDebounced } from '../../../lib/use-debounced.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { SearchInput } from '../../../ui/inputs/search-input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../../ui/overlays/sheet.tsx'
import { PastRunItem } from './past-run-item.tsx'

type HistorySheetProps = {
  projectRef: string
  /** Opens a text as a new query, and runs it if asked. */
  onOpen: (run: PastRun, isRun: boolean) => void
  onClose: () => void
}

const OUTCOMES: readonly { value: RunOutcome; label: string }[] = [
  { value: 'all', label: 'All runs' },
  { value: 'succeeded', label: 'Succeeded' },
  { value: 'failed', label: 'Failed' },
]

/** The user's own runs in this project, from all their devices. */
export function HistorySheet({ projectRef, onOpen, onClose }: HistorySheetProps) {
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed.trim(), 200)
  const [outcome, setOutcome] = useState<RunOutcome>('all')
  const [isClearing, setIsClearing] = useState(false)
  const { data, ...pages } = usePastRuns(projectRef, { search, outcome })
  const clear = useClearHistory(projectRef)
  const runs = data?.pages.flatMap((page) => page.runs)
  return (
    <Sheet
      open
      size="lg"
      title="Run history"
      description="Your runs in this project, from all your devices. Only you can see them."
      onClose={onClose}
    >
      <SheetBody>
        <QueryList
          label="runs"
          query={{ data: runs, ...pages }}
          pages={pages}
          isSearched={search !== '' || outcome !== 'all'}
          toolbar={
            <div className="flex gap-2">
              <SearchInput
                label="Search the history"
                placeholder="Search SQL and errors"
                className="flex-1"
                value={typed}
                onValueChange={setTyped}
              />
              <Select
                aria-label="Outcome"
                className="w-32"
                value={outcome}
                options={OUTCOMES}
                onValueChange={setOutcome}
              />
            </div>
          }
          empty={{
            title: 'No runs yet',
            description: 'Queries that you run in the SQL editor appear here.',
          }}
        >
          {(items) => (
            <ul className="divide-y border-y">
              {items.map((run) => (
                <PastRunItem key={run.id} run={run} onOpen={onOpen} />
              ))}
            </ul>
          )}
        </QueryList>
        <p className="mt-4 text-xs text-muted">
          The last 1,000 runs are kept for 90 days, without results and parameter values. Statements
          that mention a password, token or other credential are kept with quoted text replaced by
          ***. Statements that store secrets in the vault, and texts of more than a million
          characters, are not kept.
        </p>
      </SheetBody>
      {runs !== undefined && runs.length > 0 && (
        <SheetFooter>
          <Button onClick={() => setIsClearing(true)}>Clear history</Button>
        </SheetFooter>
      )}
      <ConfirmDialog
        visible={isClearing}
        variant="danger"
        title="Clear your run history?"
        description="All your runs in this project are removed from the history, on all your devices. This can’t be undone. Saved queries are not changed."
        confirmLabel="Clear history"
        loading={clear.isPending}
        onCancel={() => setIsClearing(false)}
        onConfirm={() => clear.mutate(undefined, { onSettled: () => setIsClearing(false) })}
      />
    </Sheet>
  )
}
