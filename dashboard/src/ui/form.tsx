import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import { ErrorState } from './error-state.tsx'
import { useUnsavedForm, type UnsavedForm } from './unsaved-forms.ts'
import { useFocusOnProblem } from './use-focus-on-problem.ts'

/** What a form does with its values, whatever they are. */
export type FormState = {
  /** Whether leaving the form would lose input. */
  isDirty: boolean
  /** False while the form can't be submitted, for example because a field is invalid. Default: true. */
  canSubmit?: boolean
  /** The form was submitted and its action is running. It can't be submitted again meanwhile. */
  pending?: boolean
  /** Why the last submit failed, if the reason belongs to no field. */
  problem?: { message: string; hint?: string | undefined; details: string } | undefined
  onSubmit: () => void
}

export type FormProps = FormState & {
  stays?: UnsavedForm['stays']
  /** What failed, above a problem that belongs to no field: `Could not send your request`. */
  failure?: string | undefined
  className?: string | undefined
  /** The fields and the buttons. `leave` asks before it calls back while input is unsaved. */
  children: (leave: (onLeave: () => void) => void, problem: ReactNode) => ReactNode
}

/**
 * The base of every form. After a failed submit, its first invalid field is scrolled into view and
 * focused. Ctrl+Enter and Cmd+Enter submit it from any field. Leaving it with unsaved input asks
 * first, however it is left.
 */
export function Form(props: FormProps) {
  const { isDirty, canSubmit = true, pending = false, problem, onSubmit, failure } = props
  const form = useRef<HTMLFormElement>(null)
  const { submitted, typed } = useFocusOnProblem(form, pending)
  const unsaved = useUnsavedForm({ pending, isDirty, stays: props.stays })
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits from any field
    <form
      ref={form}
      noValidate
      className={props.className}
      onInput={typed}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        // The events of a dialog that the form opened bubble to it through React's tree.
        if (event.target !== form.current) return
        event.preventDefault()
        if (!canSubmit || pending) return
        submitted()
        unsaved.submitted()
        onSubmit()
      }}
    >
      {props.children(unsaved.leave, problem && <ErrorState title={failure} {...problem} />)}
    </form>
  )
}
