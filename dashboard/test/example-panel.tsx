import type { PanelProps } from '../src/components/rooms/room.ts'

/** The content of the example feature's panel. */
export function ExamplePanel({ projectRef, content }: PanelProps) {
  return (
    <p>
      {content}, {projectRef}
    </p>
  )
}
