import type { ReactNode } from 'react'
import { Form, type FormState } from '../../ui/forms/form.tsx'
import { SaveBar } from '../../ui/forms/save-bar.tsx'
import type { Navigation } from '../../ui/forms/unsaved-forms.ts'

type SettingsFormProps = {
  /** From `useForm`, of the kind `settings`. */
  form: { state: FormState; reset: () => void }
  /** Describes the changes that saving will apply. */
  summary: string
  /** The title of an error, above its reason: `Failed to rename the project`. */
  failure: string
  saveLabel?: string
  discardLabel?: string
  /** Whether navigation keeps the form. Default: while the page stays open. */
  stays?: (navigation: Navigation) => boolean
  className?: string
  children: ReactNode
}

/**
 * A form for a saved record. Its save bar appears with the first change. Enter during a save saves
 * again once that save has ended. Leaving the page with unsaved changes asks first.
 */
export function SettingsForm({
  form,
  summary,
  stays = staysOnPage,
  className,
  children,
  ...props
}: SettingsFormProps) {
  const { state, reset } = form
  return (
    <Form
      {...state}
      // The form itself can be submitted again while it is being saved.
      pending={false}
      failure={props.failure}
      stays={stays}
      className={className}
    >
      {(_leave, problem) => (
        <>
          {children}
          {problem}
          <SaveBar
            visible={state.isDirty}
            summary={summary}
            pending={state.pending === true}
            {...(props.saveLabel !== undefined && { saveLabel: props.saveLabel })}
            {...(props.discardLabel !== undefined && { discardLabel: props.discardLabel })}
            onDiscard={reset}
          />
        </>
      )}
    </Form>
  )
}

/** A search parameter opens a panel or a tab of the same page, which keeps the form. */
const staysOnPage = ({ current, next }: Navigation) => current.pathname === next.pathname
