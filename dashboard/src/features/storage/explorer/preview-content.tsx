import type { StorageObject } from '@stoa/contract/services/storage/members'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import {
  MOST_TEXT,
  useFileStart,
  usePreviewUrl,
} from '../../../data/resources/services/storage/objects.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { previewKind } from './entries.ts'
import { baseName } from './paths.ts'
import { PdfContent } from './pdf-content.tsx'
import { PreviewNote } from './preview-note.tsx'

type PreviewContentProps = {
  projectRef: string
  bucket: string
  object: StorageObject
  endpoints: { api_url: string; host_api_url: string | null }
}

/**
 * Shows the content of an object from a signed URL of the project, without running any of it:
 * images, media, and PDFs are displayed, and everything else is shown as plain text.
 */
export function PreviewContent(props: PreviewContentProps) {
  const kind = previewKind(props.object)
  if (kind === 'none') return <PreviewNote>There is no preview for this type of file.</PreviewNote>
  if (props.object.size === 0) return <PreviewNote>The file is empty.</PreviewNote>
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
  if (url === null) return <PreviewNote>The file does not exist anymore.</PreviewNote>
  if (isBroken)
    return <PreviewNote>The browser can’t display this file. Download it instead.</PreviewNote>
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
      return <PdfContent {...{ projectRef, bucket, object, url, endpoints }} />
    case 'text':
      return <TextContent {...{ projectRef, bucket, url, name, size: object.size }} />
  }
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
  if (text.includes('\u0000'))
    return <PreviewNote>This file is not text. Download it instead.</PreviewNote>
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
        <p className="mt-1.5 text-xs text-muted">Showing the first {formatBytes(MOST_TEXT)}.</p>
      )}
    </>
  )
}
