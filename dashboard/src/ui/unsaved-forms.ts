import { createContext, useContext, useEffect, useMemo, useRef } from 'react'

/** How input is left: its dialog or panel is closed, or the page is left. */
type Way = 'close' | 'navigate'

type IsDirty = (way: Way) => boolean

/** Asks before typed input is lost. The shell provides it once for every page. */
export type UnsavedGuard = {
  /** Asks before navigation and reload while `isDirty` returns true. Returns what ends it. */
  readonly watch: (isDirty: IsDirty) => () => void
  /** Calls `onDiscard` once the user agrees to lose the input. */
  readonly ask: (onDiscard: () => void) => void
}

export const UnsavedGuardContext = createContext<UnsavedGuard | null>(null)

type Modal = {
  readonly watch: UnsavedGuard['watch']
  readonly isDirty: IsDirty
  /** Calls `onLeave`, after a question if a form holds unsaved input. */
  readonly leave: (onLeave: () => void) => void
}

/** The dialog or panel around a form; null on a page. */
export const ModalContext = createContext<Modal | null>(null)

/** For a dialog or panel, which asks before it is closed with unsaved input in its forms. */
export function useModalForms(): Modal {
  const guard = useContext(UnsavedGuardContext)
  const modal = useMemo(() => createModal(guard), [guard])
  useEffect(() => guard?.watch(modal.isDirty), [guard, modal])
  return modal
}

function createModal(guard: UnsavedGuard | null): Modal {
  const forms = new Set<IsDirty>()
  let isDiscarded = false
  const isDirty = (way: Way) => !isDiscarded && [...forms].some((form) => form(way))
  return {
    isDirty,
    watch: (form) => watchIn(forms, form),
    leave(onLeave) {
      if (guard === null || !isDirty('close')) return onLeave()
      return guard.ask(() => {
        isDiscarded = true
        onLeave()
      })
    },
  }
}

export function watchIn(forms: Set<IsDirty>, form: IsDirty) {
  forms.add(form)
  return () => {
    forms.delete(form)
  }
}

/**
 * For input that can be lost outside of a form, such as the text of a code editor. `isDirty` is
 * called when the input is left. Returns what asks before a button leaves it.
 */
export function useUnsavedInput(isDirty: IsDirty) {
  const modal = useContext(ModalContext)
  const guard = useContext(UnsavedGuardContext)
  const watch = modal?.watch ?? guard?.watch
  const latest = useRef(isDirty)
  useEffect(() => {
    latest.current = isDirty
  })
  useEffect(() => watch?.((way) => latest.current(way)), [watch])
  return (onLeave: () => void) => (modal ? modal.leave(onLeave) : onLeave())
}

/** How long a form that was sent can still leave its page by itself. */
const LEAVING_MS = 100

type UnsavedForm = { pending: boolean; isDirty: boolean }

/**
 * Tells the dialog, panel or page of a form whether it holds unsaved input. Nothing is unsaved
 * while the form is being sent, because it then closes or leaves its page by itself.
 */
export function useUnsavedForm({ pending, isDirty }: UnsavedForm) {
  const latest = useRef({ pending, isDirty })
  const isSent = useRef(false)
  const endSending = () => {
    window.setTimeout(() => {
      if (!latest.current.pending) isSent.current = false
    }, LEAVING_MS)
  }
  useEffect(() => {
    const wasPending = latest.current.pending
    latest.current = { pending, isDirty }
    if (wasPending && !pending) endSending()
  })
  const leave = useUnsavedInput((way) => {
    if (latest.current.pending || (way === 'navigate' && isSent.current)) return false
    return latest.current.isDirty
  })
  return {
    /** To call before the form is submitted. */
    submitted() {
      isSent.current = true
      endSending()
    },
    leave,
  }
}
