import { X } from 'lucide-react'

/** The small button at the end of a chip. */
export function RemoveButton({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      onClick={onClick}
      className="grid h-6 w-5 place-items-center rounded-r-md opacity-70 hover:opacity-100"
    >
      <X className="size-3" />
    </button>
  )
}
