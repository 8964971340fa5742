import { expect, it } from 'vitest'
import { nameOfText } from './name-of-text.ts'
import { notebookText } from './notebook-text.ts'

const textOf = (markdown: string) =>
  notebookText({
    parameters: [],
    cells: [
      { kind: 'sql', id: 'a', text: 'select 1', isCollapsed: false },
      { kind: 'markdown', id: 'b', text: markdown, isCollapsed: false },
    ],
  })

it.each([
  ['# Sales **2026**', 'Sales 2026'],
  ['Text\n\n## The [report](https://a.example) ##', 'The report'],
  ['No heading', undefined],
  ['#hashtag', undefined],
])('names a notebook after its first heading: %j', (markdown, name) => {
  expect(nameOfText(textOf(markdown))).toBe(name)
})
