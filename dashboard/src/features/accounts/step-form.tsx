import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'

type StepFormProps = {
  submitLabel: string
  isPending: boolean
  onSubmit: () => void
  children: ReactNode
}

/** One step of signing in or up: its fields and one full-width button. */
export function StepForm({ submitLabel, isPending, onSubmit, children }: StepFormProps) {
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
      <Button type="submit" variant="primary" size="lg" pending={isPending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  )
}
