import type { EditorSnippetType } from '@stoa/contract/platform/content'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { SqlPage } from './sql-page.tsx'

type SqlScreenProps = {
  projectRef: string
  snippetId: string
  /** The type that the address is for. */
  type: EditorSnippetType
}

/** The SQL editor at the address of a query or of a notebook. */
export function SqlScreen({ projectRef, snippetId, type }: SqlScreenProps) {
  const navigate = useNavigate()
  const open = useCallback(
    (id: string, next: EditorSnippetType, { replace = false } = {}) => {
      const to = next === 'sql' ? '/project/$ref/sql/$id' : '/project/$ref/sql/notebooks/$id'
      void navigate({ to, params: { ref: projectRef, id }, replace })
    },
    [navigate, projectRef],
  )
  const correct = useCallback(
    (actual: EditorSnippetType) => {
      if (actual !== type) open(snippetId, actual, { replace: true })
    },
    [open, snippetId, type],
  )
  return (
    <div className="h-[calc(100dvh-var(--shell-top))]">
      <SqlPage
        key={projectRef}
        projectRef={projectRef}
        snippetId={snippetId}
        onOpen={open}
        onType={correct}
        onLeave={() => open('new', 'sql')}
      />
    </div>
  )
}
