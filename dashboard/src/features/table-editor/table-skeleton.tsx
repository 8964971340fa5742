import { Skeleton } from '../../ui/feedback/skeleton.tsx'

/** A placeholder in the layout of the table, shown until its columns are known. */
export function TableSkeleton() {
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col" aria-busy="true">
      <div className="flex h-11 shrink-0 items-center justify-between border-b px-3">
        <Skeleton className="h-4 w-40" />
        <Skeleton className="h-7 w-24" />
      </div>
      <div className="h-9 shrink-0 border-b" />
      <div className="h-8.5 shrink-0 border-b bg-sunken" />
      <div className="min-h-0 flex-1 overflow-hidden">
        {Array.from({ length: 24 }, (_, row) => (
          <div key={row} className="flex h-8 items-center gap-16 border-b px-3">
            <Skeleton className="h-2 w-12" />
            <Skeleton className="h-2 w-40" />
            <Skeleton className="h-2 w-28" />
          </div>
        ))}
      </div>
      <div className="h-9 shrink-0 border-t" />
    </div>
  )
}
