import { Button } from '../../ui/buttons/button.tsx'

type LockedNoteProps = { noun?: 'query' | 'notebook'; onDuplicate: (() => void) | undefined }

/** Tells members who can only read shared queries how to change a copy. */
export function LockedNote({ noun = 'query', onDuplicate }: LockedNoteProps) {
  return (
    <p className="flex flex-wrap items-center gap-2 border-b bg-raised px-3 py-1.5 text-xs text-muted">
      This {noun} is shared with the project, and your role can run but not change it.
      <Button size="sm" onClick={onDuplicate}>
        Copy to private
      </Button>
    </p>
  )
}
