import type { NavigationEntry, Room } from '../../components/rooms/room.ts'

const ADVISORS = [
  {
    category: 'security',
    title: 'Security advisor',
    rules: 'Security rules',
    keywords: ['lints', 'row level security'],
  },
  {
    category: 'performance',
    title: 'Performance advisor',
    rules: 'Performance rules',
    keywords: ['lints', 'slow', 'indexes'],
  },
] as const

export const advisors: Room = {
  name: 'advisors',
  needs: { ability: 'advisors:read' },
  pages: ADVISORS.flatMap(({ category, title, rules }) => [
    { path: `/project/$ref/advisors/${category}`, title },
    { path: `/project/$ref/advisors/rules/${category}`, title: rules },
  ]),
  navigation: [
    ...ADVISORS.map(({ category, title, keywords }): NavigationEntry => ({
      product: 'advisors',
      label: title,
      to: `/project/$ref/advisors/${category}`,
      keywords,
    })),
    ...ADVISORS.map(({ category, rules }): NavigationEntry => ({
      product: 'advisors',
      heading: 'Rules',
      label: rules,
      to: `/project/$ref/advisors/rules/${category}`,
      keywords: ['disable rules', 'ignore rules'],
    })),
  ],
}
