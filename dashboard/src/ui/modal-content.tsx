import { X } from 'lucide-react'
import { Dialog as Primitive } from 'radix-ui'
import { useRef, type ComponentProps, type ComponentType, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { useFocusOnProblem } from './use-focus-on-problem.ts'

export type ModalContentProps = Omit<ComponentProps<typeof Primitive.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** Whether there is a close button in the corner. */
  closable?: boolean
}

type Looks = Record<'overlay' | 'header' | 'title' | 'description', string> & { heading?: string }

/** What dialogs and sheets have in common; `looks` are the classes of their parts. */
export function ModalContent({
  title,
  description,
  closable = true,
  looks,
  children,
  ...props
}: ModalContentProps & { looks: Looks }) {
  return (
    <Primitive.Portal>
      <Primitive.Overlay className={looks.overlay} />
      <Primitive.Content
        onOpenAutoFocus={focusFirstField}
        {...(!description && { 'aria-describedby': undefined })}
        {...props}
      >
        <header className={looks.header}>
          <div className={looks.heading}>
            <Primitive.Title className={looks.title}>{title}</Primitive.Title>
            {description && (
              <Primitive.Description className={looks.description}>
                {description}
              </Primitive.Description>
            )}
          </div>
          {closable && (
            <Primitive.Close asChild>
              <Button variant="ghost" size="icon" aria-label="Close" className="-mr-1.5">
                <X />
              </Button>
            </Primitive.Close>
          )}
        </header>
        {children}
      </Primitive.Content>
    </Primitive.Portal>
  )
}

const FIELDS =
  'input:not([tabindex="-1"]), textarea, [data-slot="select"], [data-slot="combobox"], [role="radio"][aria-checked="true"]'
const CONTROLS = 'a[href], button:not([tabindex="-1"])'

/** Focuses the first field, or the first control below the header: never the close button. */
function focusFirstField(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return
  for (const wanted of [FIELDS, CONTROLS]) {
    for (const element of event.target.querySelectorAll<HTMLElement>(wanted)) {
      if (element.closest('header') !== null || element.matches(':disabled')) continue
      event.preventDefault()
      element.focus()
      return
    }
  }
}

export type ModalFormProps = {
  submitLabel: ReactNode
  /** The form was submitted and its action is running. It can't be submitted again meanwhile. */
  pending?: boolean | undefined
  /** False while the form can't be submitted, for example because a field is invalid. */
  canSubmit?: boolean | undefined
  /** Shown beside the buttons, for example why the form can't be submitted. */
  note?: ReactNode
  onSubmit: () => void
  onCancel: () => void
  /** Added to the part that holds the fields. */
  className?: string | undefined
  children: ReactNode
}

type Part = ComponentType<{ className?: string | undefined; children: ReactNode }>

/**
 * A form that fills a dialog or a sheet: its fields, and below them Cancel and the submit button.
 * After a failed submit, its first invalid field is scrolled into view and focused.
 */
export function ModalForm({
  body: Body,
  footer: Footer,
  submitLabel,
  pending = false,
  canSubmit = true,
  note,
  onSubmit,
  onCancel,
  className,
  children,
}: ModalFormProps & { body: Part; footer: Part }) {
  const form = useRef<HTMLFormElement>(null)
  const { submitted, typed } = useFocusOnProblem(form, pending)
  return (
    <form
      ref={form}
      className="contents"
      onInput={typed}
      onSubmit={(event) => {
        event.preventDefault()
        if (!canSubmit || pending) return
        submitted()
        onSubmit()
      }}
    >
      <Body className={className}>{children}</Body>
      <Footer>
        {note && <p className="mr-auto text-xs text-muted">{note}</p>}
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" pending={pending} disabled={!canSubmit}>
          {submitLabel}
        </Button>
      </Footer>
    </form>
  )
}
