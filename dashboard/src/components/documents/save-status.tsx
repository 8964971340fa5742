import { StatusDot } from '../../ui/display/status-dot.tsx'
import { Tooltip } from '../../ui/overlays/tooltip.tsx'
import type { DocumentNoun } from './new-names.ts'
import type { DocumentStatus } from './snippet-document.ts'

type SaveStatusProps = {
  status: DocumentStatus
  isNew: boolean
  noun?: DocumentNoun
}

/** Where the text is saved: on the server, still saving, or only in this browser. */
export function SaveStatus({ status, isNew, noun = 'query' }: SaveStatusProps) {
  const { tone, word, explanation } = describe({ status, isNew, noun })
  return (
    <Tooltip content={explanation}>
      <output
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- its explanation must be reachable by keyboard
        tabIndex={0}
        className="flex items-center gap-1.5 rounded-sm text-xs whitespace-nowrap text-muted"
      >
        <StatusDot tone={tone} className="size-1.5" />
        {word}
      </output>
    </Tooltip>
  )
}

function describe({ status, isNew, noun }: Required<SaveStatusProps>) {
  if (status.state === 'saved' && isNew) {
    return { tone: 'neutral' as const, word: 'New', explanation: 'Saved once you type' }
  }
  if (status.state === 'saved') {
    return { tone: 'success' as const, word: 'Saved', explanation: 'Saved on the server' }
  }
  if (status.state === 'saving') {
    return { tone: 'accent' as const, word: 'Saving', explanation: 'Saving to the server' }
  }
  if (status.state === 'conflict') {
    return {
      tone: 'danger' as const,
      word: 'Changed elsewhere',
      explanation: `Someone saved this ${noun} in another tab or browser. Choose which version to keep.`,
    }
  }
  const where = status.isKeptLocally
    ? 'Stored in this browser until the server saves it'
    : 'Too large to store in this browser. Stay on this page until it is saved.'
  return {
    tone: 'warning' as const,
    word: 'Unsaved',
    explanation: status.message === null ? where : `${status.message} ${where}.`,
  }
}
