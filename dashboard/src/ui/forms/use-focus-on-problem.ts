import { useEffect, useRef, type RefObject } from 'react'
import { firstFocus } from '../../lib/first-focus.ts'

const INVALID = '[aria-invalid="true"], [data-invalid="true"]'
const PROBLEM = '[data-slot="error-state"], [role="alert"]'

/** Whether a form currently shows why it can't be submitted. */
export const showsProblem = (form: HTMLElement) =>
  form.querySelector(`${INVALID}, ${PROBLEM}`) !== null

/**
 * Brings the reason for a failed submit into view: the first invalid field, or the first control of
 * an invalid group, gets the focus; without one, the error beside or above the fields is scrolled to.
 * Call `submitted` when the form is submitted. Input before the reason appears cancels this, so that
 * it never takes the focus from someone who types.
 */
export function useFocusOnProblem(form: RefObject<HTMLFormElement | null>, pending: boolean) {
  const isWaiting = useRef(false)
  // A problem can appear with any later render: a check in the browser at once, the server's
  // response after a while.
  useEffect(() => {
    if (!isWaiting.current || pending) return undefined
    const invalid = form.current?.querySelector<HTMLElement>(INVALID)
    const field = invalid?.dataset['invalid'] ? firstFocus(invalid) : invalid
    const problem = field ?? form.current?.querySelector(PROBLEM)
    if (problem == null) return undefined
    // A dialog that asked before the submit returns the focus in a timeout, which must come first.
    const focusing = setTimeout(() => {
      if (!isWaiting.current) return
      isWaiting.current = false
      problem.scrollIntoView({ block: field == null ? 'nearest' : 'center' })
      field?.focus({ preventScroll: true })
    })
    return () => clearTimeout(focusing)
  })
  return {
    submitted() {
      isWaiting.current = true
    },
    typed() {
      isWaiting.current = false
    },
  }
}
