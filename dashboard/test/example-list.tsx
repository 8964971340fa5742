import type { ListedPagesProps } from '../src/components/rooms/room.ts'

/** The greetings that people made, in the second column of the example feature. */
export const ExampleList = ({ projectRef, children }: ListedPagesProps) =>
  children([
    {
      heading: 'Own',
      pages: [{ label: 'Ahoy', to: `/project/${projectRef}/own-greetings/ahoy` }],
    },
  ])
