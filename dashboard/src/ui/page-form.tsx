import type { ReactNode } from 'react'
import { Button } from './button.tsx'

type PageFormProps = {
  submitLabel: ReactNode
  /** The form was submitted and its action is running. It can't be submitted again meanwhile. */
  pending: boolean
  /** False while the form can't be submitted, for example because a field is empty. */
  canSubmit: boolean
  onSubmit: () => void
  onCancel: () => void
  children: ReactNode
}

/** A form that fills a page: its fields, and below them the submit button and Cancel. */
export function PageForm(props: PageFormProps) {
  const { submitLabel, pending, canSubmit, onSubmit, onCancel, children } = props
  return (
    <form
      className="grid gap-6"
      onSubmit={(event) => {
        event.preventDefault()
        if (canSubmit && !pending) onSubmit()
      }}
    >
      {children}
      <div className="flex gap-2 border-t pt-4">
        <Button type="submit" variant="primary" pending={pending} disabled={!canSubmit}>
          {submitLabel}
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}
