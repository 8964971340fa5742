import { useEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { Button, type ButtonProps } from '../buttons/button.tsx'
import { ErrorState } from '../feedback/error-state.tsx'
import { useUnsavedForm, type UnsavedForm } from './unsaved-forms.ts'
import { showsProblem, useFocusOnProblem } from './use-focus-on-problem.ts'

/** The part of a form that does not depend on the type of its values. */
export type FormState = {
  /** Whether leaving the form would lose input. */
  isDirty: boolean
  /** False while there is nothing to submit. Default: true. */
  canSubmit?: boolean
  /**
   * Defined while a field is invalid: shows each field's problem. Submitting calls it instead of
   * `onSubmit`.
   */
  showProblems?: (() => void) | undefined
  /** Whether the submit action is running, during which the form can't be submitted again. */
  pending?: boolean
  /** Why the last submit failed, if the reason belongs to no field. */
  problem?: { message: string; hint?: string | undefined; details: string } | undefined
  /** Defined while a submit would overwrite values that are newer than the edited ones. */
  overwrites?: { onTakeNewer: () => void } | undefined
  onSubmit: () => void
}

export type FormProps = FormState & {
  stays?: UnsavedForm['stays']
  /** The heading above a problem that belongs to no field: `Could not send your request`. */
  failure?: string | undefined
  className?: string | undefined
  /** The fields and the buttons. `leave` calls back, after asking if input is unsaved. */
  children: (leave: (onLeave: () => void) => void, problem: ReactNode) => ReactNode
}

/**
 * The base of every form. If a field is invalid or a submit fails, it scrolls the first invalid
 * field into view and focuses it. Ctrl+Enter and Cmd+Enter submit it from any field. Leaving it
 * with unsaved input always asks first.
 */
export function Form(props: FormProps) {
  const { isDirty, pending = false, problem, showProblems, onSubmit, failure } = props
  const form = useRef<HTMLFormElement>(null)
  const { submitted, typed } = useFocusOnProblem(form, pending)
  const [isUnexplained, setIsUnexplained] = useState(false)
  const [refusals, setRefusals] = useState(0)
  useEffect(() => {
    if (refusals === 0) return undefined
    // Shows a general message if no field shows the problem, so that the button always has an
    // effect.
    // A timeout, because parts of the form can render after this effect.
    const looking = setTimeout(() => {
      if (form.current) setIsUnexplained(!showsProblem(form.current))
    })
    return () => clearTimeout(looking)
  }, [refusals])
  const unsaved = useUnsavedForm({ pending, isDirty, stays: props.stays })
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return
    // Keys pressed in a dialog that the form opened bubble to it through React's tree.
    if (!(event.target instanceof Node && form.current?.contains(event.target))) return
    event.preventDefault()
    form.current?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits from any field
    <form
      ref={form}
      noValidate
      className={props.className}
      onInput={() => {
        typed()
        setIsUnexplained(false)
      }}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        // Events of a dialog that the form opened bubble to it through React's tree.
        if (event.target !== form.current) return
        event.preventDefault()
        if (pending || isEmpty(props)) return
        submitted()
        setIsUnexplained(false)
        if (showProblems) {
          setRefusals(refusals + 1)
          return showProblems()
        }
        unsaved.submitted()
        onSubmit()
      }}
    >
      {props.children(
        unsaved.leave,
        <>
          {props.overwrites && <Overwrites {...props.overwrites} />}
          {isUnexplained && showProblems ? (
            <ErrorState message="Check the highlighted fields." />
          ) : (
            problem && <ErrorState title={failure} {...problem} />
          )}
        </>,
      )}
    </form>
  )
}

function Overwrites({ onTakeNewer }: NonNullable<FormState['overwrites']>) {
  return (
    <div role="status" className="flex flex-wrap items-center gap-3 rounded-md bg-warning-soft p-3">
      <p className="min-w-0 flex-1 basis-48">
        This was changed somewhere else. Saving overwrites the newer values.
      </p>
      <Button size="sm" onClick={onTakeNewer}>
        Use newer values
      </Button>
    </div>
  )
}

/** Whether there is nothing to submit, and no problem to show. */
const isEmpty = ({ canSubmit, showProblems }: FormState) =>
  canSubmit === false && showProblems === undefined

type SubmitButtonProps = Omit<ButtonProps, 'type' | 'form' | 'disabled'> & { state: FormState }

/** The submit button of a form. If a field is invalid, it stays enabled and focuses that field. */
export function SubmitButton({ state, variant = 'primary', ...props }: SubmitButtonProps) {
  return (
    <Button
      type="submit"
      variant={variant}
      pending={state.pending === true}
      disabled={isEmpty(state)}
      {...props}
    />
  )
}
