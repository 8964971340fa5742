import { createContext, useContext, useEffect, useMemo, useRef } from 'react'

type PageAddress = { pathname: string; search: Record<string, unknown> }

export type Navigation = {
  current: PageAddress
  next: PageAddress
  action: 'PUSH' | 'REPLACE' | 'FORWARD' | 'BACK' | 'GO'
}

/**
 * How input is left: its dialog or panel is closed, the page is reloaded, or another page opens.
 */
type Way = 'close' | 'reload' | Navigation

type IsDirty = (way: Way) => boolean

/** Asks before typed input is lost. The shell provides it once for every page. */
export type UnsavedGuard = {
  /**
   * Asks before navigation and reload while `isDirty` returns true. Returns a function that stops
   * this.
   */
  readonly watch: (isDirty: IsDirty) => () => void
  /** Calls `onDiscard` once the user agrees to lose the input. */
  readonly ask: (onDiscard: () => void) => void
  /** Closes an open question and leaves if nothing is unsaved any more. */
  readonly saved: () => void
}

export const UnsavedGuardContext = createContext<UnsavedGuard | null>(null)

type Modal = {
  readonly watch: UnsavedGuard['watch']
  readonly isDirty: IsDirty
  /** Calls `onLeave`, after a question if a form has unsaved input. */
  readonly leave: (onLeave: () => void) => void
}

/** The dialog or panel around a form; null on a page. */
export const ModalContext = createContext<Modal | null>(null)

/** For a dialog or panel: asks before it is closed with unsaved input in its forms. */
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

/** Changing a search parameter keeps the page's forms, but Back can close the panel of a form. */
const keepsPage = ({ current, next, action }: Navigation) =>
  current.pathname === next.pathname && (action === 'PUSH' || action === 'REPLACE')

/**
 * For input outside a form, such as the text of a code editor. `isDirty` is called when the input
 * is left; `stays` returns whether a navigation keeps it. Returns a function that asks before a
 * button leaves it.
 */
export function useUnsavedInput(isDirty: IsDirty, stays = keepsPage) {
  const modal = useContext(ModalContext)
  const guard = useContext(UnsavedGuardContext)
  const watch = modal?.watch ?? guard?.watch
  const latest = useRef({ isDirty, stays })
  useEffect(() => {
    latest.current = { isDirty, stays }
  })
  useEffect(
    () =>
      watch?.((way) => {
        const input = latest.current
        return (typeof way === 'string' || !input.stays(way)) && input.isDirty(way)
      }),
    [watch],
  )
  return (onLeave: () => void) => (modal ? modal.leave(onLeave) : onLeave())
}

/** How long a submitted form can still leave its page by itself. */
const LEAVING_MS = 100

export type UnsavedForm = {
  pending: boolean
  isDirty: boolean
  /**
   * For a form that stays open after it was submitted: whether it also stays during a navigation.
   * Its input counts as unsaved until the values it is compared with are the new ones.
   */
  stays?: ((navigation: Navigation) => boolean) | undefined
}

/**
 * Reports to the form's dialog, panel or page whether it has unsaved input. While it is being
 * submitted, nothing counts as unsaved, because it then closes or leaves its page by itself; a form
 * that stays open is an exception.
 */
export function useUnsavedForm({ pending, isDirty, stays }: UnsavedForm) {
  const guard = useContext(UnsavedGuardContext)
  const latest = useRef<UnsavedForm>({ pending, isDirty, stays })
  const isSent = useRef(false)
  const endSending = () => {
    window.setTimeout(() => {
      if (!latest.current.pending) isSent.current = false
    }, LEAVING_MS)
  }
  useEffect(() => {
    const before = latest.current
    latest.current = { pending, isDirty, stays }
    if (before.pending && !pending) endSending()
    if (before.isDirty && !isDirty) guard?.saved()
  })
  const leave = useUnsavedInput((way) => {
    const form = latest.current
    const isLeaving = form.pending || (way !== 'close' && isSent.current)
    return form.isDirty && (form.stays !== undefined || !isLeaving)
  }, stays)
  return {
    /** Call it before the form is submitted. */
    submitted() {
      isSent.current = true
      endSending()
    },
    leave,
  }
}
