import { useState, type ReactNode } from 'react'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'
import {
  UnsavedGuardContext,
  watchIn,
  type Navigation,
  type UnsavedGuard,
} from '../ui/forms/unsaved-forms.ts'
import { LeaveQuestion } from './leave-question.tsx'

type Question = { readonly onDiscard: () => void }

/** Asks before the input of an open dialog, panel or page form is lost in any way. */
export function UnsavedFormsGuard({ children }: { children: ReactNode }) {
  const [forms] = useState(() => new Set<Parameters<UnsavedGuard['watch']>[0]>())
  const [question, setQuestion] = useState<Question>()
  const [isSaved, setIsSaved] = useState(false)
  const [guard] = useState<UnsavedGuard>(() => ({
    watch: (isDirty) => watchIn(forms, isDirty),
    ask: (onDiscard) => setQuestion({ onDiscard }),
    saved: () => setIsSaved(![...forms].some((form) => form('reload'))),
  }))
  const shouldAsk = (way: Navigation | 'reload') => {
    const isDirty = [...forms].some((form) => form(way))
    if (isDirty) setIsSaved(false)
    return isDirty
  }
  return (
    <UnsavedGuardContext value={guard}>
      {children}
      <LeaveQuestion
        description="Your unsaved changes will be lost."
        shouldAsk={(current, next, action) => shouldAsk({ current, next, action })}
        shouldAskBeforeUnload={() => shouldAsk('reload')}
        isSaved={isSaved}
      />
      <ConfirmDialog
        visible={question !== undefined}
        variant="danger"
        size="sm"
        title="Discard your changes?"
        description="Your unsaved changes will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setQuestion(undefined)}
        onConfirm={() => {
          setQuestion(undefined)
          question?.onDiscard()
        }}
      />
    </UnsavedGuardContext>
  )
}
