import { useRef, type KeyboardEvent, type ReactNode } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { Callout } from '../../ui/callout.tsx'
import { useFocusOnProblem } from '../../ui/use-focus-on-problem.ts'
import { UnsavedInput } from './unsaved-input.tsx'

type EndpointFormProps<Values extends FieldValues, Body> = {
  form: UseFormReturn<Values, unknown, Body>
  /** What failed, above an error that belongs to no field: `Could not send your request`. */
  failure: string
  /** True while the valid form is being sent. It can't be submitted again meanwhile. */
  pending: boolean
  onSubmit: (body: Body) => void
  className?: string
  /** The fields. */
  children: ReactNode
  /** The submit button. */
  footer: ReactNode
}

/**
 * A form made by `useEndpointForm`. After a failed submit, its first invalid field is scrolled into
 * view and focused. Ctrl+Enter and Cmd+Enter submit it from any field. Leaving the page with
 * unsent input asks first.
 */
export function EndpointForm<Values extends FieldValues, Body>({
  form,
  failure,
  pending,
  onSubmit,
  className = 'grid gap-4',
  children,
  footer,
}: EndpointFormProps<Values, Body>) {
  const element = useRef<HTMLFormElement>(null)
  const { errors, isDirty } = form.formState
  const { submitted, typed } = useFocusOnProblem(element, pending)
  const submitByKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    element.current?.requestSubmit()
  }
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Ctrl+Enter submits from any field
    <form
      ref={element}
      noValidate
      className={className}
      onInput={typed}
      onKeyDown={submitByKey}
      onSubmit={(event) => {
        event.preventDefault()
        if (pending) return
        submitted()
        void form.handleSubmit(onSubmit)()
      }}
    >
      {children}
      {errors.root?.['server'] && (
        <Callout type="danger" role="alert" title={failure}>
          {errors.root['server'].message}
        </Callout>
      )}
      {footer}
      <UnsavedInput
        isDirty={isDirty}
        description="What you entered has not been sent and will be lost."
      />
    </form>
  )
}
