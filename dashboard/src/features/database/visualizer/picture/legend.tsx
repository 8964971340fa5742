import { Fingerprint, KeyRound, Link2 } from 'lucide-react'

/** The meaning of the marks of a column. */
export function Legend() {
  return (
    <ul className="flex items-center gap-3 rounded-md border bg-raised px-2 py-1 text-2xs text-muted">
      <li className="flex items-center gap-1">
        <KeyRound className="size-3" aria-hidden /> Primary key
      </li>
      <li className="flex items-center gap-1">
        <Link2 className="size-3" aria-hidden /> Foreign key
      </li>
      <li className="flex items-center gap-1">
        <Fingerprint className="size-3" aria-hidden /> Unique
      </li>
      <li>
        <span className="font-mono">?</span> Nullable
      </li>
    </ul>
  )
}
