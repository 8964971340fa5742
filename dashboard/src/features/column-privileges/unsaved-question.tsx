import { useEffect } from 'react'
import { LeaveQuestion } from '../../components/leave-question.tsx'
import { PrivilegesSearch } from './privileges-search.ts'

type UnsavedQuestionProps = { hasChanges: boolean; onUnsaved: (hasUnsaved: boolean) => void }

/** Asks for confirmation before unsaved changes are lost by opening another table, role or page. */
export function UnsavedQuestion({ hasChanges, onUnsaved }: UnsavedQuestionProps) {
  useEffect(() => {
    onUnsaved(hasChanges)
    return () => onUnsaved(false)
  }, [hasChanges, onUnsaved])
  return (
    <LeaveQuestion
      description="Your unsaved changes will be lost."
      shouldAsk={(current, next) => hasChanges && placeOf(current) !== placeOf(next)}
      shouldAskBeforeUnload={() => hasChanges}
      isSaved={!hasChanges}
    />
  )
}

const placeOf = ({ pathname, search }: { pathname: string; search: Record<string, unknown> }) =>
  JSON.stringify([pathname, PrivilegesSearch(search)])
