import { useNavigate } from '@tanstack/react-router'
import { SquareTerminal } from 'lucide-react'
import type { ReactNode } from 'react'
import { startDraft } from '../../data/local/new-draft.ts'
import { Button, type ButtonProps } from '../../ui/buttons/button.tsx'

type OpenInSqlEditorProps = Pick<ButtonProps, 'size' | 'variant'> & {
  projectRef: string
  /** The name of the new query. */
  name: string
  sql: string
  children: ReactNode
}

/** Opens a text as a new query in the SQL editor, without running it. */
export function OpenInSqlEditor({
  projectRef,
  name,
  sql,
  size = 'sm',
  variant = 'secondary',
  children,
}: OpenInSqlEditorProps) {
  const navigate = useNavigate()
  const open = () => {
    const id = startDraft(projectRef, { name, sql, now: new Date() })
    void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id } })
  }
  return (
    <Button size={size} variant={variant} onClick={open}>
      <SquareTerminal className="size-3.5" /> {children}
    </Button>
  )
}
