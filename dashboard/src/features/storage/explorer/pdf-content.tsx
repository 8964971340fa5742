import type { StorageObject } from '@stoa/contract/services/storage/members'
import { ExternalLink } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { MOST_PDF, usePdf } from '../../../data/resources/services/storage/objects.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { baseName } from './paths.ts'
import { PreviewNote } from './preview-note.tsx'

type PdfContentProps = {
  projectRef: string
  bucket: string
  object: StorageObject
  url: string
  endpoints: { api_url: string; host_api_url: string | null }
}

/** A PDF in the browser's viewer. Phones have none, and open it in another app. */
export function PdfContent({ object, endpoints, ...source }: PdfContentProps) {
  const isShown = navigator.pdfViewerEnabled && (object.size ?? Infinity) <= MOST_PDF
  return (
    <div className="grid gap-3">
      {isShown && <Viewer {...source} name={baseName(object.name)} />}
      <PdfLink url={source.url} endpoints={endpoints} isShown={isShown} />
    </div>
  )
}

type ViewerProps = { projectRef: string; bucket: string; url: string; name: string }

function Viewer({ projectRef, bucket, url, name }: ViewerProps) {
  const { data, error, refetch } = usePdf(projectRef, bucket, url)
  if (error) {
    return (
      <QueryError error={error} title="Could not load the PDF" onRetry={() => void refetch()} />
    )
  }
  return data ? <Frame name={name} content={data} /> : <Skeleton className="h-96" />
}

function Frame({ name, content }: { name: string; content: Blob }) {
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => {
    const address = URL.createObjectURL(content)
    if (frame.current) frame.current.src = `${address}#navpanes=0&view=FitH`
    return () => URL.revokeObjectURL(address)
  }, [content])
  return (
    // oxlint-disable-next-line react/iframe-missing-sandbox -- The viewer does not run in a sandbox, and the content is a PDF for every browser.
    <iframe ref={frame} title={name} className="h-[28rem] w-full rounded-md border bg-sunken" />
  )
}

type PdfLinkProps = Pick<PdfContentProps, 'url' | 'endpoints'> & { isShown: boolean }

/** Responses are only unsandboxed at the project's own host. */
function PdfLink({ url, endpoints: { api_url, host_api_url }, isShown }: PdfLinkProps) {
  if (host_api_url === null)
    return isShown ? null : <PreviewNote>Download the file to read it.</PreviewNote>
  return (
    <Button asChild className="justify-self-start">
      <a href={host_api_url + url.slice(api_url.length)} target="_blank" rel="noopener noreferrer">
        <ExternalLink className="size-3.5" /> Open PDF in a new tab
      </a>
    </Button>
  )
}
