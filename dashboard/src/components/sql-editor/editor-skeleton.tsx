import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** Shown while a code editor loads. */
export function EditorSkeleton() {
  return (
    <div className="grid content-start gap-2.5 py-3.5 pl-12" aria-busy="true">
      <Skeleton className="h-3 w-64" />
      <Skeleton className="h-3 w-48" />
      <Skeleton className="h-3 w-56" />
    </div>
  )
}
