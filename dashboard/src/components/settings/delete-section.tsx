import { useState } from 'react'
import { Button } from '../../ui/buttons/button.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { Section } from '../../ui/layout/section.tsx'

type DeleteSectionProps = {
  /** The kind of item: `project`. */
  kind: string
  name: string
  description: string
  /** Tells in the confirmation what will be lost. */
  consequences: string
  /** A step that must come first; absent if deletion is possible. */
  obstacle?: string | undefined
  remove: {
    mutate: (body: undefined, options: { onError: () => void }) => void
    isPending: boolean
  }
}

/** Deletes the project or organization of a settings page after its name is typed. */
export function DeleteSection({
  kind,
  name,
  description,
  consequences,
  obstacle,
  remove,
}: DeleteSectionProps) {
  const [isAsking, setIsAsking] = useState(false)
  const label = `Delete ${kind}`
  return (
    <Section title={label} description={description}>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          variant="danger"
          disabled={obstacle !== undefined}
          onClick={() => setIsAsking(true)}
        >
          {label}
        </Button>
        {obstacle !== undefined && <span className="text-xs text-muted">{obstacle}</span>}
      </div>
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="md"
        title={`Delete ${name}`}
        description={consequences}
        confirmLabel={label}
        typedName={name}
        loading={remove.isPending}
        onCancel={() => setIsAsking(false)}
        onConfirm={() => remove.mutate(undefined, { onError: () => setIsAsking(false) })}
      />
    </Section>
  )
}
