import { useSentBytes, type ImportState } from '../../data/resources/services/imports/imports.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'

type ImportProgressProps = { projectRef: string; item: ImportState }

/** The state of an import: its progress, its result, or the reason of its failure. */
export function ImportProgress({ projectRef, item }: ImportProgressProps) {
  const sent = useSentBytes(projectRef, item.id) ?? 0
  switch (item.status) {
    case 'receiving':
      return (
        <Moving
          label={`Sending ${item.file_name}`}
          share={item.file_bytes === 0 ? 0 : sent / item.file_bytes}
          text={`Sending: ${formatBytes(sent)} of ${formatBytes(item.file_bytes)}. Keep this tab open.`}
        />
      )
    case 'queued':
      return <span className="text-muted">Waiting for another import</span>
    case 'running':
      return (
        <Moving
          label={`Importing ${item.file_name}`}
          share={item.progress}
          text={`${item.mode === 'script' ? statementsText(item) : `${formatCount(item.rows)} rows`}, ${Math.floor(item.progress * 100)}% of the file`}
        />
      )
    case 'succeeded':
      if (item.mode === 'script') return <RunScript item={item} />
      return item.rejected_rows === 0 ? (
        <Badge variant="success">Imported</Badge>
      ) : (
        <Badge variant="warning">
          Imported, {formatCount(item.rejected_rows)} {item.rejected_rows === 1 ? 'row' : 'rows'}{' '}
          rejected
        </Badge>
      )
    case 'cancelled':
      return <Badge>Canceled, nothing changed</Badge>
    case 'failed':
      return (
        <div className="grid gap-1 py-1 whitespace-normal">
          <Badge variant="danger" className="justify-self-start">
            Failed
          </Badge>
          <p>{item.error?.message}</p>
          {item.error?.hint && <p className="text-muted">{item.error.hint}</p>}
        </div>
      )
  }
}

const statementsText = ({ statements }: ImportState): string =>
  `${formatCount(statements)} ${statements === 1 ? 'statement' : 'statements'}`

function RunScript({ item }: { item: ImportState }) {
  const { skipped_statements: skipped } = item
  return (
    <div className="grid gap-1 py-1 whitespace-normal">
      <Badge variant="success" className="justify-self-start">
        Committed
      </Badge>
      <p className="text-muted">
        {statementsText(item)} run
        {skipped > 0 &&
          `, ${formatCount(skipped)} left out: owners, privileges, and commands without effect here`}
      </p>
    </div>
  )
}

type MovingProps = { label: string; share: number; text: string }

const Moving = ({ label, share, text }: MovingProps) => (
  <div className="grid gap-1 py-1">
    <Progress label={label} value={Math.min(100, share * 100)} />
    <p className="text-muted tabular-nums">{text}</p>
  </div>
)
