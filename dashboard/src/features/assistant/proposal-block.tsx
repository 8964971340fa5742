import { useNavigate } from '@tanstack/react-router'
import { SquareArrowOutUpRight } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { HighlightedCode } from '../../components/highlight/highlighted-code.tsx'
import { useHighlight } from '../../components/highlight/use-highlight.ts'
import type { Proposal, SqlOutcome } from '../../data/local/assistant/chats.ts'
import { startDraft } from '../../data/local/new-draft.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { useRunProposal } from './use-run-proposal.ts'

const ResultGrid = lazy(async () => ({
  default: (await import('../../components/result-grid/result-grid.tsx')).ResultGrid,
}))

type ProposalBlockProps = {
  projectRef: string
  chatId: string
  messageId: string
  proposal: Proposal
  /** Undefined until the person runs or dismisses it. */
  outcome: SqlOutcome | undefined
  canAsk: boolean
  onAsk: (text: string) => void
}

const EFFECTS = {
  change: 'It changes data. It runs as you and can only be undone with a backup.',
  definition:
    'It changes definitions. It runs as you, in one transaction, and is recorded as a migration.',
} as const

/** SQL that the assistant proposes. It runs only when the person says so, and exactly as shown. */
export function ProposalBlock({ projectRef, proposal, outcome, ...props }: ProposalBlockProps) {
  const { title, sql, type } = proposal
  const can = useCan(projectRef)
  const highlight = useHighlight()
  const { run, dismiss, isRunning } = useRunProposal({ projectRef, proposal, ...props })
  const [isAsking, setIsAsking] = useState(false)
  const isQuery = type === 'query'
  const canRun = isQuery ? can('database:read') : can('database:write')
  const confirm = () => {
    setIsAsking(false)
    run()
  }
  return (
    <section aria-label={title} className="grid min-w-0 gap-2 rounded-md border p-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="min-w-0 truncate font-medium">{title}</h3>
        <OpenInEditor projectRef={projectRef} proposal={proposal} />
      </div>
      <CodeBlock
        code={sql}
        label={`SQL of ${title}`}
        shown={<HighlightedCode code={sql} language="sql" highlight={highlight} />}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant={outcome ? 'secondary' : 'primary'}
          pending={isRunning}
          disabled={!canRun}
          onClick={() => (isQuery ? run() : setIsAsking(true))}
        >
          {outcome?.state === 'succeeded' || outcome?.state === 'failed' ? 'Run again' : 'Run'}
        </Button>
        {!outcome && !isRunning && <Button onClick={dismiss}>Dismiss</Button>}
        {!canRun && (
          <span className="text-xs text-muted">Your role can’t change the database.</span>
        )}
      </div>
      {outcome && <Outcome outcome={outcome} title={title} {...props} />}
      {!isQuery && (
        <ConfirmDialog
          visible={isAsking}
          variant="warning"
          title={`Run “${title}”?`}
          description={EFFECTS[type]}
          confirmLabel="Run"
          onCancel={() => setIsAsking(false)}
          onConfirm={confirm}
        >
          <CodeBlock wrap code={sql} label="SQL to run" />
        </ConfirmDialog>
      )}
    </section>
  )
}

function OpenInEditor({
  projectRef,
  proposal,
}: Pick<ProposalBlockProps, 'projectRef' | 'proposal'>) {
  const navigate = useNavigate()
  const open = () => {
    const id = startDraft(projectRef, {
      name: proposal.title,
      sql: proposal.sql,
      now: new Date(),
    })
    void navigate({ to: '/project/$ref/sql/$id', params: { ref: projectRef, id } })
  }
  return (
    <IconButton label="Open in SQL editor" size="sm" onClick={open}>
      <SquareArrowOutUpRight />
    </IconButton>
  )
}

type OutcomeProps = Pick<ProposalBlockProps, 'canAsk' | 'onAsk'> & {
  outcome: SqlOutcome
  title: string
}

function Outcome({ outcome, title, canAsk, onAsk }: OutcomeProps) {
  if (outcome.state === 'dismissed') return <p className="text-muted">Dismissed</p>
  if (outcome.state === 'failed')
    return (
      <div role="alert" className="grid justify-items-start gap-1">
        <p className="font-mono text-xs break-words text-danger-text">{outcome.message}</p>
        {outcome.hint && <p className="text-xs text-muted">{outcome.hint}</p>}
        <Button size="sm" disabled={!canAsk} onClick={() => onAsk(`“${title}” failed. Fix it.`)}>
          Ask to fix it
        </Button>
      </div>
    )
  const { command, columns, rows, rowCount } = outcome
  if (columns.length === 0)
    return (
      <p role="status" className="text-muted">
        {command} succeeded{rowCount !== null && `: ${rowCount} ${rowCount === 1 ? 'row' : 'rows'}`}
        .
      </p>
    )
  return (
    <div className="grid gap-1">
      <div className="flex h-56 min-w-0 flex-col border">
        <Suspense fallback={<Skeleton className="m-2 h-40" />}>
          <ResultGrid label={`Result of ${title}`} columns={columns} rows={rows} />
        </Suspense>
      </div>
      <p role="status" className="text-xs text-muted">
        {rows.length} {rows.length === 1 ? 'row' : 'rows'}
        {rowCount !== null && rowCount > rows.length && ` of ${rowCount}`}
      </p>
    </div>
  )
}
