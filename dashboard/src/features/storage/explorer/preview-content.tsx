import type { StorageObject } from '@stoa/contract/services/storage/members'
import { ExternalLink } from 'lucide-react'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { MOST_TEXT, useFileStart, usePreviewUrl } from '../../../data/resources/storage-objects.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Button } from '../../../ui/button.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { previewKind } from './entries.ts'
import { baseName } from './paths.ts'

type PreviewContentProps = {
  projectRef: string
  bucket: string
  object: StorageObject
  endpoints: { api_url: string; host_api_url: string | null }
}

/**
 * Shows the content of an object from a signed URL of the project. Nothing of it runs here: images
 * and media are displayed, and everything else is shown as plain text or opened elsewhere.
 */
export function PreviewContent(props: PreviewContentProps) {
  const kind = previewKind(props.object)
  if (kind === 'none') return <Note>There is no preview for this type of file.</Note>
  if (props.object.size === 0) return <Note>The file is empty.</Note>
  return <SignedContent {...props} kind={kind} />
}

type SignedContentProps = PreviewContentProps & {
  kind: Exclude<ReturnType<typeof previewKind>, 'none'>
}

function SignedContent({ projectRef, bucket, object, endpoints, kind }: SignedContentProps) {
  const { data: url, error, refetch } = usePreviewUrl(projectRef, bucket, object)
  const [isBroken, setIsBroken] = useState(false)
  const name = baseName(object.name)
  if (error) {
    return (
      <QueryError error={error} title="Could not load the preview" onRetry={() => void refetch()} />
    )
  }
  if (url === undefined) return <Skeleton className="h-48" />
  if (url === null) return <Note>The file does not exist anymore.</Note>
  if (isBroken) return <Note>The browser can’t display this file. Download it instead.</Note>
  const shared = { src: url, onError: () => setIsBroken(true) }
  switch (kind) {
    case 'image':
      return (
        <img
          {...shared}
          alt={name}
          referrerPolicy="no-referrer"
          className="mx-auto max-h-80 max-w-full rounded-md border bg-sunken object-contain"
        />
      )
    case 'video':
      return (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- the file has no captions of its own
        <video {...shared} controls preload="metadata" className="max-h-80 w-full rounded-md" />
      )
    case 'audio':
      // oxlint-disable-next-line jsx-a11y/media-has-caption -- the file has no captions of its own
      return <audio {...shared} controls preload="metadata" className="w-full" />
    case 'pdf':
      return <PdfLink url={url} endpoints={endpoints} />
    case 'text':
      return <TextContent {...{ projectRef, bucket, url, name, size: object.size }} />
  }
}

/** Browsers show PDFs only at the project's own host, where responses are not sandboxed. */
function PdfLink({ url, endpoints }: { url: string } & Pick<PreviewContentProps, 'endpoints'>) {
  const { api_url, host_api_url } = endpoints
  if (host_api_url === null) return <Note>Download the file to read it.</Note>
  return (
    <Button asChild>
      <a href={host_api_url + url.slice(api_url.length)} target="_blank" rel="noopener noreferrer">
        <ExternalLink className="size-3.5" /> Open PDF in a new tab
      </a>
    </Button>
  )
}

type TextContentProps = {
  projectRef: string
  bucket: string
  url: string
  name: string
  size: number | null
}

function TextContent({ projectRef, bucket, url, name, size }: TextContentProps) {
  const { data: text, error, refetch } = useFileStart(projectRef, bucket, url)
  if (error) {
    return (
      <QueryError error={error} title="Could not load the text" onRetry={() => void refetch()} />
    )
  }
  if (text === undefined) return <Skeleton className="h-48" />
  if (text.includes('\u0000')) return <Note>This file is not text. Download it instead.</Note>
  return (
    <>
      <pre
        aria-label={`Content of ${name}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long text scrolls, also by keyboard
        tabIndex={0}
        className="max-h-80 overflow-auto rounded-md border bg-sunken p-3 font-mono text-xs whitespace-pre-wrap break-words"
      >
        {text}
      </pre>
      {(size ?? 0) > MOST_TEXT && (
        <p className="mt-1.5 text-xs text-muted">
          Only the first {formatBytes(MOST_TEXT)} are shown.
        </p>
      )}
    </>
  )
}

function Note({ children }: { children: string }) {
  return (
    <p className="rounded-md border border-dashed px-4 py-8 text-center text-muted">{children}</p>
  )
}
