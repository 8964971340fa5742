import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react'
import type { Draft } from '../../lib/use-draft.ts'
import { SaveBar } from '../../ui/save-bar.tsx'
import { LeaveQuestion } from '../leave-question.tsx'

type SettingsFormProps<Value extends object, Body> = {
  draft: Draft<Value>
  save: { mutate: (body: Body, options: { onSuccess: () => void }) => void; isPending: boolean }
  /** The request body that saves the draft. */
  body: Body
  /** Says what saving will change. */
  summary: string
  /** False while a field is invalid. */
  canSave?: boolean
  children: ReactNode
}

/**
 * A form for a saved record. Its save bar appears with the first change. Enter during a save is
 * remembered: what was typed since is saved as soon as that save has ended. Leaving the page with
 * changes that are not saved yet asks first.
 */
export function SettingsForm<Value extends object, Body>({
  draft,
  save,
  body,
  summary,
  canSave = true,
  children,
}: SettingsFormProps<Value, Body>) {
  // A new key remounts the fields on discard, because some keep unfinished text of their own.
  const [version, setVersion] = useState(0)
  const savesAgain = useRef(false)
  const hasChanges = draft.changedCount > 0

  function submit() {
    if (save.isPending) savesAgain.current = true
    else if (canSave && hasChanges) save.mutate(body, { onSuccess: draft.discard })
  }

  function discard() {
    savesAgain.current = false
    draft.discard()
    setVersion(version + 1)
  }

  const saveEnded = useEffectEvent(() => {
    if (!savesAgain.current) return
    savesAgain.current = false
    submit()
  })
  useEffect(() => {
    if (!save.isPending) saveEnded()
  }, [save.isPending])

  return (
    <form
      key={version}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {children}
      <SaveBar
        visible={hasChanges}
        summary={summary}
        pending={save.isPending}
        canSave={canSave}
        onDiscard={discard}
      />
      <LeaveQuestion
        description={
          save.isPending
            ? 'Your changes are still being saved and could be lost.'
            : 'Your unsaved changes will be lost.'
        }
        // A search parameter opens a panel or a tab of the same page, which keeps the form.
        shouldAsk={(current, next) => hasChanges && current.pathname !== next.pathname}
        shouldAskBeforeUnload={() => hasChanges}
        isSaved={!hasChanges}
        onDiscard={discard}
      />
    </form>
  )
}
