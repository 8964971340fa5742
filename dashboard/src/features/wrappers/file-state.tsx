import type { FileRun, FileSource } from '@stoa/contract/services/wrappers/files'
import { Badge } from '../../ui/display/badge.tsx'

const RUNS = {
  running: { label: 'Loading', variant: 'accent' },
  succeeded: { label: 'Loaded', variant: 'success' },
  unchanged: { label: 'Unchanged', variant: 'success' },
  failed: { label: 'Failed', variant: 'danger' },
} as const

export function FileRunBadge({ status }: Pick<FileRun, 'status'>) {
  const { label, variant } = RUNS[status]
  return <Badge variant={variant}>{label}</Badge>
}

/** The reason why a source cannot be refreshed, or the result of its last run. */
export function FileState({ source }: { source: FileSource }) {
  if (!source.has_table && source.loaded) return <Badge variant="danger">Table deleted</Badge>
  if (!source.is_connected) return <Badge variant="warning">Disconnected</Badge>
  return source.last_run ? <FileRunBadge status={source.last_run.status} /> : null
}
