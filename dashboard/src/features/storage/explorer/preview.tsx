import type { StorageBucket, StorageObject } from '@stoa/contract/services/storage/members'
import { Download, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useObjectInfo } from '../../../data/resources/services/storage/objects.ts'
import { formatExact } from '../../../lib/dates.ts'
import { formatBytes, formatCount } from '../../../lib/quantities.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { CodeBlock } from '../../../ui/display/code-block.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { baseName } from './paths.ts'
import { PreviewContent } from './preview-content.tsx'

type PreviewProps = {
  projectRef: string
  bucket: StorageBucket
  object: StorageObject
  endpoints: { api_url: string; host_api_url: string | null }
  menu: ReactNode
  onDownload: () => void
  onClose: () => void
}

/** One file with its content and details, beside the list; over it on a narrow window. */
export function Preview(props: PreviewProps) {
  const isAlone = useMedia('(width < 56rem)')
  const name = baseName(props.object.name)
  if (isAlone) {
    return (
      <Sheet open size="lg" title={name} onClose={props.onClose}>
        <Body {...props} />
      </Sheet>
    )
  }
  return (
    <aside
      aria-label={`Preview of ${name}`}
      className="flex w-[26rem] max-w-[45%] shrink-0 flex-col border-l bg-raised"
    >
      <header className="flex min-h-12 items-center justify-between gap-2 border-b px-4">
        <h2 className="truncate font-semibold" title={props.object.name}>
          {name}
        </h2>
        <IconButton label="Close preview" className="-mr-1.5" onClick={props.onClose}>
          <X />
        </IconButton>
      </header>
      <Body {...props} />
    </aside>
  )
}

function Body({ projectRef, bucket, object, endpoints, menu, onDownload }: PreviewProps) {
  return (
    <div className="min-h-0 flex-1 overflow-y-auto p-4">
      <PreviewContent
        projectRef={projectRef}
        bucket={bucket.id}
        object={object}
        endpoints={endpoints}
      />
      <div className="mt-3 flex items-center gap-1.5">
        <Button onClick={onDownload}>
          <Download className="size-3.5" /> Download
        </Button>
        {menu}
      </div>
      <Details projectRef={projectRef} bucket={bucket.id} object={object} />
    </div>
  )
}

type DetailsProps = { projectRef: string; bucket: string; object: StorageObject }

function Details({ projectRef, bucket, object }: DetailsProps) {
  const { data: info, error, refetch } = useObjectInfo(projectRef, bucket, object.name)
  const metadata = info?.user_metadata ?? {}
  return (
    <section aria-label="Details" className="mt-5">
      <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-x-3 gap-y-1.5 text-xs [&_dd]:break-words [&_dt]:text-muted">
        <dt>Path</dt>
        <dd className="font-mono">{object.name}</dd>
        <dt>Type</dt>
        <dd>{object.content_type ?? 'Unknown'}</dd>
        <dt>Size</dt>
        <dd>
          {object.size === null
            ? 'Unknown'
            : `${formatBytes(object.size)}${object.size >= 1000 ? ` (${formatCount(object.size)} bytes)` : ''}`}
        </dd>
        <dt>Uploaded</dt>
        <dd>{formatExact(object.created_at)}</dd>
        <dt>Modified</dt>
        <dd>{formatExact(object.updated_at)}</dd>
        <dt>Cache control</dt>
        <dd>{object.cache_control ?? 'None'}</dd>
        {info?.owner_id && (
          <>
            <dt>Owner</dt>
            <dd className="font-mono">{info.owner_id}</dd>
          </>
        )}
        {info?.etag && (
          <>
            <dt>ETag</dt>
            <dd className="font-mono">{info.etag.replaceAll('"', '')}</dd>
          </>
        )}
      </dl>
      {!info && !error && <Skeleton className="mt-2 h-8" />}
      {error && (
        <QueryError
          className="mt-3"
          error={error}
          title="Could not load all details"
          onRetry={() => void refetch()}
        />
      )}
      {Object.keys(metadata).length > 0 && (
        <div className="mt-4">
          <h3 className="mb-1.5 text-xs text-muted">User metadata</h3>
          <CodeBlock label="user metadata" code={JSON.stringify(metadata, null, 2)} wrap />
        </div>
      )}
    </section>
  )
}
