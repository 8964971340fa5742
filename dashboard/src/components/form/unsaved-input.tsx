import { LeaveQuestion } from '../leave-question.tsx'

type UnsavedInputProps = {
  isDirty: boolean
  description?: string
  /** The search parameter that selects what the input belongs to. Changing it leaves the input too. */
  selectedBy?: string
}

/** Asks before a form with unsaved input is left by navigation, reload or closing the page. */
export function UnsavedInput({
  isDirty,
  description = 'Your unsaved changes will be lost.',
  selectedBy,
}: UnsavedInputProps) {
  return (
    <LeaveQuestion
      description={description}
      shouldAsk={(current, next) =>
        isDirty &&
        (current.pathname !== next.pathname ||
          (selectedBy !== undefined && current.search[selectedBy] !== next.search[selectedBy]))
      }
      shouldAskBeforeUnload={() => isDirty}
      isSaved={!isDirty}
    />
  )
}
