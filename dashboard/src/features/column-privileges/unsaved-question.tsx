import { LeaveQuestion } from '../../components/leave-question.tsx'
import { PrivilegesSearch } from './privileges-search.ts'

/** Asks before another table, role or page is opened over changes that are not saved. */
export function UnsavedQuestion({ hasChanges }: { hasChanges: boolean }) {
  return (
    <LeaveQuestion
      description="The changed privileges are not saved. Leaving discards them."
      shouldAsk={(current, next) => hasChanges && placeOf(current) !== placeOf(next)}
      shouldAskBeforeUnload={() => hasChanges}
    />
  )
}

const placeOf = ({ pathname, search }: { pathname: string; search: Record<string, unknown> }) =>
  JSON.stringify([pathname, PrivilegesSearch(search)])
