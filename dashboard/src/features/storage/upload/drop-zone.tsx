import { useState, type DragEvent, type ReactNode } from 'react'

type DropZoneProps = {
  isEnabled: boolean
  folder: string
  onDrop: (dropped: DataTransfer) => void
  children: ReactNode
}

const hasFiles = (event: DragEvent) => event.dataTransfer.types.includes('Files')

/** Accepts files that are dragged over the page, and says where they will be uploaded. */
export function DropZone({ isEnabled, folder, onDrop, children }: DropZoneProps) {
  const [isOver, setIsOver] = useState(false)
  const accept = (event: DragEvent) => {
    if (!isEnabled || !hasFiles(event)) return
    event.preventDefault()
    setIsOver(true)
  }
  return (
    <div
      className="relative flex h-full"
      onDragEnter={accept}
      onDragOver={accept}
      onDragLeave={({ currentTarget, relatedTarget }) => {
        if (relatedTarget instanceof Node && currentTarget.contains(relatedTarget)) return
        setIsOver(false)
      }}
      onDrop={(event) => {
        if (!isEnabled || !hasFiles(event)) return
        event.preventDefault()
        setIsOver(false)
        onDrop(event.dataTransfer)
      }}
    >
      {children}
      {isOver && (
        <div className="pointer-events-none absolute inset-2 z-20 grid place-items-center rounded-lg border-2 border-dashed border-accent bg-accent-soft/90">
          <p className="max-w-full truncate px-4 font-medium text-accent-text">
            Drop files to upload them to {folder}
          </p>
        </div>
      )}
    </div>
  )
}
